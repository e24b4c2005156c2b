import { ClaimCursor } from './claim-cursor.js';

/** A queue that had ready work when it was last looked at. */
export interface ReadyQueue {
  readonly queueId: string;
  readonly projectId: string;
  readonly isLimited: boolean;
}

/** A queue's part of the next claim. */
export interface ClaimShare {
  readonly queue: ReadyQueue;
  readonly share: number;
}

/** The ready queues of a project by id, the next in turn first. */
type ProjectLane = Map<string, ReadyQueue>;

const MAX_QUEUES_PER_CLAIM = 500;
/** From so many jobs on, each queue is asked for two at least: asked for one, a queue that has just one must be asked again. */
const MANY_JOBS = 100;
const MAX_CURSORS = 10_000;

/**
 * The queues with ready work, in fair order: round-robin over projects, then over the queues of each. Neither 100,000 urgent
 * jobs nor 1,000 queues of one project starve another's ten. A queue that gave less than its share leaves until it is found
 * ready again.
 */
export class QueueRing {
  private readonly projects = new Map<string, ProjectLane>();
  private readonly members = new Set<string>();
  private readonly cursors = new Map<string, ClaimCursor>();
  private resets = 0;

  get isEmpty(): boolean {
    return this.projects.size === 0;
  }

  get size(): number {
    return this.members.size;
  }

  add(queue: ReadyQueue): void {
    if (this.members.has(queue.queueId)) return;
    this.members.add(queue.queueId);
    const lane = this.projects.get(queue.projectId);
    if (lane) lane.set(queue.queueId, queue);
    else this.projects.set(queue.projectId, new Map([[queue.queueId, queue]]));
  }

  remove(queue: ReadyQueue): void {
    if (!this.members.delete(queue.queueId)) return;
    const lane = this.projects.get(queue.projectId);
    lane?.delete(queue.queueId);
    if (lane?.size === 0) this.projects.delete(queue.projectId);
  }

  /** Takes the next queues in turn and splits `jobs` among them; those taken go to the end of their project, and it to the end of all. */
  next(jobs: number): ClaimShare[] {
    const most = jobs < MANY_JOBS ? jobs : Math.floor(jobs / 2);
    const chosen = this.rotate(Math.min(most, MAX_QUEUES_PER_CLAIM));
    const byProject = Map.groupBy(chosen, (queue) => queue.projectId);
    const shares: ClaimShare[] = [];
    let [projectsLeft, jobsLeft] = [byProject.size, jobs];
    for (const queues of byProject.values()) {
      let projectJobs = Math.ceil(jobsLeft / projectsLeft);
      jobsLeft -= projectJobs;
      projectsLeft -= 1;
      queues.forEach((queue, index) => {
        const share = Math.ceil(projectJobs / (queues.length - index));
        projectJobs -= share;
        if (share > 0) shares.push({ queue, share });
      });
    }
    return shares;
  }

  cursorOf(queueId: string): ClaimCursor {
    const known = this.cursors.get(queueId);
    // Least recently used last to go: re-inserting keeps the map in order of use.
    if (known) this.cursors.delete(queueId);
    const cursor = known ?? new ClaimCursor(this.resets);
    cursor.resetOnce(this.resets);
    this.cursors.set(queueId, cursor);
    if (this.cursors.size > MAX_CURSORS) this.cursors.delete(this.cursors.keys().next().value as string);
    return cursor;
  }

  /** Each cursor when it is used next: most of ten thousand will not be used for long. */
  resetCursors(): void {
    this.resets += 1;
  }

  private rotate(count: number): ReadyQueue[] {
    const chosen: ReadyQueue[] = [];
    const take = (queues: Iterator<ReadyQueue>): boolean => {
      const { value: queue, done } = queues.next();
      if (!done) chosen.push(queue);
      return !done;
    };
    const lanes: { readonly projectId: string; readonly lane: ProjectLane; readonly queues: Iterator<ReadyQueue> }[] =
      [];
    for (const [projectId, lane] of this.projects) {
      if (chosen.length >= count) break;
      const queues = lane.values();
      take(queues);
      lanes.push({ projectId, lane, queues });
    }
    let open = lanes;
    while (open.length > 0 && chosen.length < count) {
      open = open.filter(({ queues }) => chosen.length < count && take(queues));
    }
    for (const { projectId, lane } of lanes) putLast(this.projects, projectId, lane);
    for (const queue of chosen) putLast(this.projects.get(queue.projectId) as ProjectLane, queue.queueId, queue);
    return chosen;
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
