import { DAY_MS } from './cron-calendar.js';
import { OffsetReader, canonicalTimeZone } from './time-zone.js';

/** Clock changes shorter than this are made up for; longer ones are a new calendar (cronie: cron(8), "time changes"). */
export const CLOCK_CHANGE_LIMIT_MS = 3 * 3_600_000;

/** A stretch of time with one offset, `startAtMs` inclusive to `endAtMs` exclusive. Its ends need not be clock changes. */
export interface ZonePiece {
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly offsetMs: number;
  /** By how much the clock moved at `startAtMs`; 0 when nothing happened there. */
  readonly shiftMs: number;
  /** Local times before this one were already shown by the clock before it was set back (by less than the limit). */
  readonly repeatsUntilLocalMs: number;
}

interface ClockChange {
  readonly atMs: number;
  readonly shiftMs: number;
}

const BLOCK_MS = 16 * DAY_MS;
/** In all of the IANA data no two changes of an offset are closer than 3.9 days, so a day cannot hide a pair of them. */
const SAMPLE_MS = DAY_MS;
const MAX_BLOCKS = 256;

/**
 * The clock of one zone, cut into pieces of constant offset. `Intl` tells an offset but not when it changes, so blocks of
 * 16 days are sampled daily and changes found by halving, at some 30 µs a block, and kept.
 */
export class ZoneClock {
  private readonly blocks = new Map<number, readonly ZonePiece[]>();
  private readonly offsets: OffsetReader;

  constructor(zone: string) {
    this.offsets = new OffsetReader(zone);
  }

  /** The piece that holds an instant. */
  pieceAt(atMs: number): ZonePiece {
    const index = Math.floor(atMs / BLOCK_MS);
    const pieces = this.blocks.get(index) ?? this.readBlock(index);
    const piece = pieces.find((candidate) => atMs < candidate.endAtMs);
    if (piece === undefined) throw new RangeError(`No piece of the clock holds ${atMs}`);
    return piece;
  }

  private readBlock(index: number): readonly ZonePiece[] {
    const startAtMs = index * BLOCK_MS;
    const endAtMs = startAtMs + BLOCK_MS;
    // An hour may still be repeating when the block begins.
    const changes = this.changesBetween(startAtMs - CLOCK_CHANGE_LIMIT_MS, endAtMs - 1000);
    const starts = [startAtMs, ...changes.map((change) => change.atMs).filter((atMs) => atMs > startAtMs)];
    const pieces = starts.map((start, position) => this.pieceFrom(start, starts[position + 1] ?? endAtMs, changes));
    if (this.blocks.size >= MAX_BLOCKS) this.blocks.clear();
    this.blocks.set(index, pieces);
    return pieces;
  }

  private pieceFrom(startAtMs: number, endAtMs: number, changes: readonly ClockChange[]): ZonePiece {
    const offsetMs = this.offsets.offsetMsAt(startAtMs);
    const last = changes.findLast((change) => change.atMs <= startAtMs);
    const isSetBack = last !== undefined && last.shiftMs < 0 && last.shiftMs > -CLOCK_CHANGE_LIMIT_MS;
    return {
      startAtMs,
      endAtMs,
      offsetMs,
      shiftMs: last?.atMs === startAtMs ? last.shiftMs : 0,
      repeatsUntilLocalMs: isSetBack ? last.atMs + offsetMs - last.shiftMs : Number.NEGATIVE_INFINITY,
    };
  }

  /** Changes after `fromMs` up to and with `toMs`, both whole seconds, in order. */
  private changesBetween(fromMs: number, toMs: number): ClockChange[] {
    const changes: ClockChange[] = [];
    let knownMs = fromMs;
    let offsetMs = this.offsets.offsetMsAt(fromMs);
    while (knownMs < toMs) {
      const sampleMs = Math.min(knownMs + SAMPLE_MS, toMs);
      if (this.offsets.offsetMsAt(sampleMs) === offsetMs) {
        knownMs = sampleMs;
        continue;
      }
      knownMs = this.firstOtherThan(offsetMs, knownMs, sampleMs);
      const changed = this.offsets.offsetMsAt(knownMs);
      changes.push({ atMs: knownMs, shiftMs: changed - offsetMs });
      offsetMs = changed;
    }
    return changes;
  }

  /** The second at which the offset stops being `offsetMs`, by halving between one where it is and one where it is not. */
  private firstOtherThan(offsetMs: number, sameMs: number, otherMs: number): number {
    let low = sameMs / 1000;
    let high = otherMs / 1000;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.offsets.offsetMsAt(middle * 1000) === offsetMs) low = middle;
      else high = middle;
    }
    return high * 1000;
  }
}

const clocks = new Map<string, ZoneClock>();

/** The shared clock of a zone; names are canonicalised first, so there are never more clocks than IANA zones. */
export function zoneClock(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const zone = canonicalTimeZone(timeZone);
  const clock = clocks.get(zone) ?? new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** The offset in force at an instant, to be shown beside the zone: `UTC-05:00`, with seconds where history has them. */
export function utcOffsetLabel(timeZone: string, at: Date): string {
  const offsetSeconds = zoneClock(timeZone).pieceAt(at.getTime()).offsetMs / 1000;
  const size = Math.abs(offsetSeconds);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])];
  return `UTC${offsetSeconds < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
