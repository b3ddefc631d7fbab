// The SHA-256 of a chosen document is worked out here, so that the document itself need not be sent.

import { byId } from "../make.js";

const file = byId("file");

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  byId("document").value = chosen.name.slice(0, 120);
  byId("sha256").value = "";
  if (!crypto.subtle) {
    byId("sha256").placeholder = "not over plain HTTP: type what sha256sum says";
    return;
  }
  const digest = await crypto.subtle.digest("SHA-256", await chosen.arrayBuffer());
  byId("sha256").value = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
});
