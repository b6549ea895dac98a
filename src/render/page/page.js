"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const player = document.getElementById("player");
  const records = [...document.querySelectorAll(".record")];
  const index = document.getElementById("index");
  const button = (name) => player.querySelector(`[name="${name}"]`);
  let record = null; // the record that is shown, with what is read of its data
  let at = 0; // the node that is shown
  let timer = 0;

  // Reads the steps of a record once.
  const opened = new Map();
  function open(section) {
    if (!opened.has(section)) {
      const nodes = JSON.parse(section.querySelector("script").textContent);
      nodes.forEach((node) => { node.next = []; });
      nodes.forEach((node, number) => { if (number > 0) nodes[node.prev].next.push(number); });
      const links = new Map();
      section.querySelectorAll("[data-node]").forEach((link) => links.set(Number(link.dataset.node), link));
      opened.set(section, { section, nodes, links, after: null });
    }
    return opened.get(section);
  }

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // The pits of a position line: rows from the top of the page, runs as `count*stones`, `-` for a closed pit.
  function pitsOf(line) {
    const cells = (row) => row.split(",").flatMap((cell) => {
      const [first, second] = cell.split("*");
      return second === undefined ? [first] : Array(Number(first)).fill(second);
    });
    return line.split(" ")[0].split("/").map(cells);
  }

  function number(stones) {
    const size = stones > 9999 ? "count longest" : stones > 99 ? "count long" : "count";
    return element("text", { class: size, y: stones > 9999 ? 2 : stones > 99 ? 4 : 5, "text-anchor": "middle" }, stones);
  }

  function drawPit(group, stones, mark) {
    [...group.children].forEach((part) => { if (!/\b(bowl|ring)\b/.test(part.getAttribute("class") || "")) part.remove(); });
    const [kind, taken, look] = mark || [];
    group.setAttribute("class", `pit ${stones === "-" ? "closed" : kind || ""}`);
    const count = stones === "-" ? 0 : Number(stones);
    if (count > 12) group.append(number(count));
    else if (count > 0) group.append(element("use", { href: `#s${count}` }));
    if (!look) return;
    if (count > 0) {
      group.append(element("circle", { class: "plate", cx: 13, cy: -15, r: 9 }));
      group.append(element("text", { class: look, x: 13, y: -11, "text-anchor": "middle" }, `\u2212${taken}`));
    } else {
      group.append(element("use", { href: kind === "captured" ? "#cross" : "#slash" }));
      group.append(element("circle", { class: "plate", cx: 0, cy: 0, r: taken > 9 ? 10 : 7 }));
      group.append(element("text", { class: look, y: 4, "text-anchor": "middle" }, taken));
    }
  }

  function draw(svg, step) {
    const pits = pitsOf(step.board);
    const groups = [...svg.querySelectorAll("[data-pit]")];
    groups.forEach((group, place) => {
      const stones = pits[Math.floor(place / pits[0].length)][place % pits[0].length];
      drawPit(group, stones, (step.marks || {})[group.dataset.pit]);
    });
    svg.querySelector(".arrows").replaceChildren(...(step.arrows || []).flatMap((arrow) => {
      const back = arrow.retreat ? "back " : "";
      return [element("path", { class: `${back}way`, d: arrow.line }), element("path", { class: `${back}tip`, d: arrow.tip })];
    }));
    svg.setAttribute("aria-label", words(pits, groups.map((group) => group.dataset.pit)));
  }

  // Every pit in words, a row a sentence, for those who do not see the board.
  function words(pits, names) {
    const seat = (name) => (/[AB]/.test(name) ? "South" : "North");
    const row = (name) => (pits.length === 2 ? "row" : /[Aa]/.test(name) ? "front row" : "back row");
    return pits.map((cells, place) => {
      const [first, last] = [names[place * cells.length], names[(place + 1) * cells.length - 1]];
      const stones = cells.map((cell) => (cell === "-" ? "closed" : cell));
      return `${seat(first)}'s ${row(first)}, ${first} to ${last}: ${stones.join(" ")}.`;
    }).join(" ");
  }

  // The board of the next round, below that which the turn left.
  function drawAfter(node) {
    const stage = record.section.querySelector(".after");
    stage.hidden = !node.after;
    if (!node.after) return;
    if (!stage.querySelector("svg")) stage.append(record.section.querySelector(".board-box").cloneNode(true));
    draw(stage.querySelector("svg"), node.after);
  }

  function show(number, quietly) {
    at = number;
    const node = record.nodes[at];
    draw(record.section.querySelector(".stage svg"), node);
    drawAfter(node);
    for (const seat of ["south", "north"]) {
      const line = record.section.querySelector(`.seat.${seat}`);
      line.classList.toggle("moves", node.moves === seat);
      line.querySelector("span").textContent = node[seat];
    }
    const say = record.section.querySelector(".say");
    say.setAttribute("aria-live", timer ? "off" : "polite");
    say.querySelector("b").textContent = node.heading;
    say.querySelector(".story").textContent = node.story;
    const link = record.links.get(at);
    const notes = link.closest("li, .moves").querySelectorAll(":scope > .comment");
    say.querySelector(".notes").textContent = [...notes].map((note) => note.innerText).join(" ");
    record.section.querySelectorAll("[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
    link.setAttribute("aria-current", "step");
    const box = link.closest(".moves");
    if (box.scrollHeight > box.clientHeight) {
      const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
    }
    button("first").disabled = button("back").disabled = at === 0;
    button("next").disabled = button("last").disabled = button("play").disabled = node.next.length === 0;
    button("variation").disabled = siblings().length < 2;
    if (!quietly) history.replaceState(null, "", `#${link.id}`);
  }

  const siblings = () => (at === 0 ? [] : record.nodes[record.nodes[at].prev].next);

  function enter(section, number, quietly) {
    if (!record || record.section !== section) {
      stop();
      records.forEach((other) => { other.hidden = other !== section; });
      record = open(section);
      section.querySelector(".after").after(player);
      player.hidden = false;
      if (index) {
        index.querySelectorAll("a").forEach((link) => {
          if (link.hash === `#${section.id}`) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
        });
      }
    }
    show(number, quietly);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    button("play").setAttribute("aria-pressed", "false");
    button("play").textContent = "Play";
  }

  function tick() {
    const next = record.nodes[at].next;
    if (next.length > 0) show(next[0]);
    if (record.nodes[at].next.length > 0) timer = setTimeout(tick, 1000 * Number(button("speed").value));
    else stop();
  }

  const actions = {
    first: () => show(0),
    back: () => { if (at > 0) show(record.nodes[at].prev); },
    next: () => { if (record.nodes[at].next.length > 0) show(record.nodes[at].next[0]); },
    last: () => {
      let number = at;
      while (record.nodes[number].next.length > 0) number = record.nodes[number].next[0];
      show(number);
    },
    variation: () => {
      const all = siblings();
      if (all.length > 1) show(all[(all.indexOf(at) + 1) % all.length]);
    },
    flip: () => {
      const flipped = document.body.classList.toggle("flip");
      records.forEach((section) => section.querySelectorAll(".stage, .after").forEach((stage) => stage.classList.toggle("flipped", flipped)));
      button("flip").setAttribute("aria-pressed", String(flipped));
    },
    play: () => {
      if (timer) { stop(); return; }
      if (record.nodes[at].next.length === 0) return;
      button("play").setAttribute("aria-pressed", "true");
      button("play").textContent = "Pause";
      timer = setTimeout(tick, 300);
    },
    faster: () => speed(-1),
    slower: () => speed(1),
  };

  function speed(by) {
    const choice = button("speed");
    choice.selectedIndex = Math.min(Math.max(choice.selectedIndex + by, 0), choice.options.length - 1);
  }

  function act(name) {
    if (timer && name !== "play" && name !== "flip" && name !== "faster" && name !== "slower") stop();
    actions[name]();
  }

  const keys = {
    ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", " ": "play",
    v: "variation", f: "flip", "+": "faster", "-": "slower",
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !record) return;
    const name = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const inside = event.target.closest("select, input, textarea, #index ol");
    const pressed = event.key === " " && event.target.closest("button, a, summary");
    if (!name || inside || pressed) return;
    event.preventDefault();
    act(name);
  });

  player.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (pressed) act(pressed.name);
  });

  let touch = null;
  document.addEventListener("touchstart", (event) => {
    // Where a wide board can be moved sideways, a finger does that.
    const box = event.target.closest(".board-box");
    const still = box && box.scrollWidth <= box.clientWidth;
    touch = still && event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touch) return;
    const [x, y] = [event.changedTouches[0].clientX - touch[0], event.changedTouches[0].clientY - touch[1]];
    touch = null;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) act(x < 0 ? "next" : "back");
  }, { passive: true });

  // A link names a turn by the identity of its place in a list of moves, or a record by that of its section.
  function follow(quietly) {
    let name = "";
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { /* no place is named so */ }
    const place = name ? document.getElementById(name.replace(/^r1\./, "")) : null;
    const section = place && place.closest(".record");
    if (section) enter(section, Number(place.dataset.node || 0), quietly);
    else if (!record) enter(records[0], 0, true);
  }

  // A browser goes to the move that a link names; but the board is what is to be seen.
  const reveal = () => record.section.querySelector(".stage").scrollIntoView({ block: "nearest" });

  if (records.length === 0) return;
  addEventListener("hashchange", () => { stop(); follow(true); reveal(); });
  addEventListener("load", () => { if (location.hash) setTimeout(reveal); });
  follow(true);
})();
