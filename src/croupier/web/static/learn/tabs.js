// The games as tabs: where they do not all fit, the one that is open is in sight.

document.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
