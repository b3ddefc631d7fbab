// What a browser keeps for its pages: for good, or while the tab is open. A browser may refuse to keep anything, or have no
// room left; what it does not keep is known until the page is left.

function shelf(open) {
  const unkept = new Map();
  const attempt = (what, otherwise = null) => { try { return what(open()); } catch { return otherwise; } };
  return {
    get: (key) => unkept.get(key) ?? attempt((store) => store.getItem(key)),
    // Whether it is kept. What was kept before is gone either way.
    set(key, text) {
      const kept = attempt((store) => { store.setItem(key, text); return true; }, false);
      if (kept) {
        unkept.delete(key);
      } else {
        this.remove(key);
        unkept.set(key, text);
      }
      return kept;
    },
    remove(key) {
      unkept.delete(key);
      attempt((store) => store.removeItem(key));
    },
    keys: () => [...unkept.keys(), ...attempt(Object.keys, [])],
    // The same of values that are kept as JSON; nothing where there is none, or none that can be read.
    read(key) { try { return JSON.parse(this.get(key)); } catch { return null; } },
    write(key, value) { return this.set(key, JSON.stringify(value)); },
  };
}

export const browserStorage = shelf(() => localStorage);
export const tabStorage = shelf(() => sessionStorage);
