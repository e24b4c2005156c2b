import { jest } from '@jest/globals';
import { type EventSink, ProjectEvents } from './project-events.js';

class RecordedSink implements EventSink {
  readonly sent: string[] = [];
  lastId = '';

  send(event: string, data: object, id?: string): void {
    this.sent.push(`${event} ${JSON.stringify(data)}`);
    if (id !== undefined) this.lastId = id;
  }
}

const changed = (topic: string, version: number) => `changed ${JSON.stringify({ topic, version })}`;

describe('events of a project', () => {
  let events: ProjectEvents;
  let sink: RecordedSink;

  beforeEach(() => {
    jest.useFakeTimers();
    events = new ProjectEvents();
    sink = new RecordedSink();
  });
  afterEach(() => jest.useRealTimers());

  it('are hints of topic and version, at most one a second per topic, the last one never lost', () => {
    events.add(sink, undefined);
    events.changed(['jobs']);
    jest.advanceTimersByTime(1);
    for (let n = 0; n < 50; n += 1) events.changed(['jobs', 'stats']);
    jest.advanceTimersByTime(900);
    expect(sink.sent).toEqual(['ready {}', changed('jobs', 1)]);
    jest.advanceTimersByTime(200);
    expect(sink.sent.slice(2)).toEqual([changed('jobs', 2), changed('stats', 3)]);
    jest.advanceTimersByTime(10_000);
    expect(sink.sent).toHaveLength(4);
  });

  it('tell who comes back which topics have changed meanwhile', () => {
    events.add(sink, undefined);
    events.changed(['jobs', 'queues']);
    jest.advanceTimersByTime(1_001);
    const back = new RecordedSink();
    events.changed(['queues', 'workers']);
    jest.advanceTimersByTime(1_001);
    events.add(back, sink.sent.length > 0 ? `${events.id.split('-')[0]}-2` : undefined);
    expect(back.sent).toEqual([changed('queues', 3), changed('workers', 4), 'ready {}']);
    const uptodate = new RecordedSink();
    events.add(uptodate, back.lastId);
    expect(uptodate.sent).toEqual(['ready {}']);
  });

  it.each(['', 'x', '0000000000000000-1', 'ffffffffffffffff-999999999999999', '1'])(
    'tell who comes back with the unknown id %j to look at everything',
    (id) => {
      events.add(sink, id);
      expect(sink.sent).toEqual(['resync {}']);
    },
  );

  it('tell who has seen more than there was to look at everything', () => {
    events.add(sink, `${events.id.split('-')[0]}-7`);
    expect(sink.sent).toEqual(['resync {}']);
  });
});
