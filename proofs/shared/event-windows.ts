import { fork } from 'node:child_process'
import { join } from 'node:path'
import { waitUntil } from '../../tools/stack/service.ts'
import type { ReceivedEvent, ListenOptions } from './event-listeners.ts'

interface ShownCounts {
  unread: number
  at: number
}

/** Many event streams in a separate process, with the counters that each received and when. */
export async function openEventWindows(listen: ListenOptions) {
  const child = fork(join(import.meta.dirname, 'event-listeners.ts'))
  process.once('exit', () => child.kill('SIGKILL'))
  const shown = new Map<string, ShownCounts>()
  const isOpen = new Set<string>()
  let waiting: { personId: string; unread: number; done: (at: number) => void } | undefined
  child.on('message', (heard: ReceivedEvent) => {
    if (heard.kind === 'cut') return void isOpen.delete(heard.personId)
    isOpen.add(heard.personId)
    shown.set(heard.personId, { unread: heard.unread, at: heard.at })
    if (waiting?.personId === heard.personId && heard.unread >= waiting.unread) waiting.done(heard.at)
  })
  child.send(listen)
  const all = () => waitUntil('every window to be open', async () => isOpen.size === listen.windows.length, 60)
  await all()
  return {
    all,
    shown,
    isOpen,
    /** When this stream received this count. */
    shows: (personId: string, unread: number) =>
      new Promise<number>((done) => {
        const now = shown.get(personId)
        if (now && now.unread >= unread) return done(now.at)
        waiting = { personId, unread, done }
      }),
    close: () => child.kill('SIGKILL'),
  }
}
