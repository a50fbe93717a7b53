// Turns: how a counter faces: where it stands, or where it comes to, by a tab at the edge or by Shift and an arrow.
//
//   turnTo(facing)        turns the counter in hand, or sends it where it is to face so
//   TURN_KEYS             {key: action} for the arrows: the way of the arrow, or as near to it as it may face
import * as board from "./board.js";
import { order } from "./march.js";
import { live, now } from "./now.js";
import { reached } from "./offers.js";

const ARROWS = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

export const TURN_KEYS = Object.fromEntries(Object.keys(ARROWS).map((key) => [`Shift+${key}`, turnByKey]));

/** The ways of which one is chosen by a tab: where the counter in hand comes to, or where it stands. */
const turning = () => now.pinned?.ends ?? reached()?.turns ?? [];

function turnByKey({ key }) {
  const off = (facing) => Math.abs(((board.turnOf(live(), facing) - ARROWS[key] + 540) % 360) - 180);
  const nearest = turning()
    .map(({ facing }) => facing)
    .sort((a, z) => off(a) - off(z))[0];
  if (nearest && off(nearest) <= 60) turnTo(nearest);
}

export function turnTo(facing) {
  const way = turning().find((each) => each.facing === facing);
  if (way) order(way);
}
