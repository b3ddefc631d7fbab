// A tile opens its drawer. What the address names after `#` is opened at once: an alert leads right to its table or its
// claim. A form that comes back refused opens the drawer that it stands in.

import { countUp, serverTime } from "./elapsed.js";

export const drawerOf = (name) => document.querySelector(`dialog.drawer[data-table="${CSS.escape(name)}"]`);

export function openDrawer(name) {
  const drawer = drawerOf(name);
  if (!drawer || drawer.open) return;
  drawer.showModal();
  history.replaceState(null, "", `#${name}`);
}

function closed(drawer) {
  if (location.hash === `#${drawer.dataset.table}`) history.replaceState(null, "", location.pathname + location.search);
}

document.addEventListener("click", (event) => {
  const tile = event.target.closest(".tile");
  if (tile) return openDrawer(tile.dataset.table);
  const drawer = event.target.closest("dialog.drawer");
  // A click beside an open drawer lands on the drawer itself, outside of its box.
  const box = drawer && drawer.getBoundingClientRect();
  if (event.target.closest(".drawer .close") || (event.target === drawer && event.clientX && event.clientX < box.left)) drawer.close();
});
document.addEventListener("close", (event) => { if (event.target.matches("dialog.drawer")) closed(event.target); }, true);
document.addEventListener("filled", (event) => {
  const drawer = event.target.closest("dialog.drawer");
  if (drawer && !drawer.open) drawer.showModal();
});

function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name) return;
  openDrawer(name);
  const claim = document.getElementById(name);
  if (claim && claim.matches(".claim")) claim.focus();
}

serverTime(JSON.parse(document.getElementById("page").textContent).now_ms);
countUp();
addEventListener("hashchange", follow);
follow();
