import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'
import type { Attachment, UploadState } from '../../contract.ts'
import { PartRejected, type UploadTransport } from './upload-transport.ts'

export const partBytes = 8

export const createAttachment = (id: string, name: string, size = 30): Attachment => ({
  id,
  name,
  size,
  path: `/${id}`,
  kind: 'pdf',
  url: `https://files.example/${id}`,
  sizeText: '0.1 KB',
  downloadUrl: `https://files.example/${id}?keep`,
  userName: '陈国栋',
  thumbUrl: null,
  watermark: null,
  createdAt: '2026-11-15T02:00:00Z',
})

export const storeUnavailable = () =>
  new CallError({ ret: Ret.unavailable, msg: '请求超时，请重新刷新页面', status: 0 })
export const fileGone = () => new CallError({ ret: Ret.notFound, msg: '文件不存在', status: 200 })

/** A fake server and store with configurable failures. */
export function createFakeStore() {
  const parts = new Map<number, number>()
  const log: string[] = []
  let name = ''
  let size = 0
  let status: UploadState['status'] = 'uploading'
  let message = ''
  let checksLeft = 1
  /** Each failure is used once, for the next request of its kind. */
  const failures: { on: string; error: Error }[] = []
  let going = 0
  let most = 0
  let waiting: (() => void)[] = []
  let isSlow = false

  const state = (): UploadState => ({
    id: 'file-1',
    status,
    partBytes,
    partCount: Math.ceil(size / partBytes),
    done: [...parts.keys()],
    message,
    file: status === 'ready' ? createAttachment('file-1', name, size) : null,
  })
  const answer = async <T>(what: string, data: () => T): Promise<T> => {
    log.push(what)
    const at = failures.findIndex(({ on }) => what.startsWith(on))
    if (at >= 0) throw failures.splice(at, 1)[0]!.error
    await Promise.resolve()
    return data()
  }
  const transport: UploadTransport = {
    begin: (file) =>
      answer('begin', () => {
        if (name !== file.name || size !== file.size) parts.clear()
        ;({ name, size } = file)
        return state()
      }),
    state: () =>
      answer('state', () => {
        if (status === 'checking' && --checksLeft <= 0) status = message ? 'refused' : 'ready'
        return state()
      }),
    links: (_id, wanted) =>
      answer(`links ${wanted.join()}`, () => wanted.map((part) => ({ part, url: `store/${part}/${log.length}` }))),
    complete: () =>
      answer('complete', () => {
        if (parts.size === state().partCount) status = 'checking'
        return state()
      }),
    remove: () => answer('remove', () => null),
    put: async (url, bytes, onSent, signal) => {
      const part = Number(url.split('/')[1])
      most = Math.max(most, ++going)
      try {
        await answer(`put ${part}`, () => {})
        onSent(bytes.size / 2)
        if (isSlow) await new Promise<void>((done) => waiting.push(done))
        signal.throwIfAborted()
        parts.set(part, bytes.size)
      } finally {
        going--
      }
    },
  }
  return {
    transport,
    log,
    parts,
    mostAtOnce: () => most,
    fail: (on: string, error: Error = new PartRejected(on), times = 1) => {
      for (let at = 0; at < times; at++) failures.push({ on, error })
    },
    refuse: (why: string) => {
      message = why
    },
    /** How often it is polled until the check is done. */
    lookFor: (times: number) => {
      checksLeft = times
    },
    forget: (part: number) => parts.delete(part),
    beSlow: () => {
      isSlow = true
    },
    /** Releases all held parts. */
    release: () => {
      isSlow = false
      for (const go of waiting) go()
      waiting = []
    },
    sentParts: () => log.filter((line) => line.startsWith('put')).map((line) => Number(line.slice(4))),
  }
}
export type FakeStore = ReturnType<typeof createFakeStore>
