import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeUnavailable, fileGone, createFakeStore, type FakeStore } from './store.fixture.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createUpload, type RunningUpload, type UploadPhase } from './upload.ts'

let store: FakeStore
let upload: RunningUpload
let phases: UploadPhase[]

const fileOf = (bytes: number, name = '通知.pdf') => new File(['x'.repeat(bytes)], name, { lastModified: 7 })
const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
/** Advances the fake time and runs what was waiting. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function begin(file = fileOf(60)) {
  phases = []
  upload = createUpload(file, {
    transport: store.transport,
    turns: { files: createConcurrencyLimit(4), parts: createConcurrencyLimit(3) },
    onChange: () => phases.at(-1) !== upload.view().phase && phases.push(upload.view().phase),
  })
  upload.start()
}

beforeEach(() => {
  vi.useFakeTimers()
  store = createFakeStore()
  setOnline(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('sends a file in parts, three at a time, with links in small batches, and waits for the check', async () => {
  store.lookFor(2)
  begin()
  await pass(2_500)
  expect(store.sentParts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(store.mostAtOnce()).toBe(3)
  expect(store.log.filter((line) => line.startsWith('links'))).toEqual(['links 1,2,3,4,5,6', 'links 7,8'])
  expect(store.parts.get(8)).toBe(4)
  expect(phases).toEqual(['waiting', 'sending', 'checking', 'done'])
  expect(upload.view()).toMatchObject({ sent: 60, file: { id: 'file-1', name: '通知.pdf' } })
})

it('does not send arrived parts again after a reload', async () => {
  await store.transport.begin({ name: '通知.pdf', size: 60, mark: '7' }, new AbortController().signal)
  for (const part of [1, 2, 3, 5]) store.parts.set(part, 8)
  begin()
  await pass(0)
  expect(upload.view().sent).toBeGreaterThanOrEqual(32)
  await pass(2_000)
  expect(store.sentParts()).toEqual([4, 6, 7, 8])
  expect(upload.view().phase).toBe('done')
})

it('retries a part after a pause with a fresh link', async () => {
  store.fail('put 2')
  begin()
  await pass(100)
  expect(phases).toContain('troubled')
  expect(store.sentParts().filter((part) => part === 2)).toEqual([2])
  await pass(3_000)
  expect(store.sentParts().filter((part) => part === 2)).toEqual([2, 2])
  expect(store.log).toContain('links 2')
  expect(upload.view().phase).toBe('done')
})

it('waits for the network without a limit and then continues', async () => {
  setOnline(false)
  begin()
  await pass(3_600_000)
  expect(store.log).toEqual([])
  setOnline(true)
  await pass(2_000)
  expect(upload.view().phase).toBe('done')
})

it('shows that it is offline and does not count that as an attempt', async () => {
  store.beSlow()
  begin()
  await pass(10)
  setOnline(false)
  expect(upload.view().phase).toBe('offline')
  store.fail('put 4')
  store.release()
  await pass(3_600_000)
  expect(upload.view().phase).toBe('offline')
  expect(store.sentParts()).toEqual([1, 2, 3])
  setOnline(true)
  await pass(5_000)
  expect(upload.view().phase).toBe('done')
})

it('survives an unavailable server at the beginning, between parts and at the end', async () => {
  store.fail('begin', storeUnavailable(), 2)
  store.fail('links', storeUnavailable())
  store.fail('complete', storeUnavailable(), 2)
  store.fail('state', storeUnavailable())
  begin()
  await pass(30_000)
  expect(upload.view().phase).toBe('done')
})

it('gives up after about two minutes and resumes on request', async () => {
  store.fail('put 8', undefined, 10)
  begin()
  await pass(180_000)
  expect(upload.view()).toMatchObject({ phase: 'failed', message: '上传失败，请重试' })
  const before = store.sentParts().length
  upload.start()
  await pass(2_000)
  expect(store.sentParts().slice(before)).toEqual([8])
  expect(upload.view().phase).toBe('done')
})

it('shows why the server refused the file', async () => {
  store.refuse('文件未通过安全检查，已删除')
  begin()
  await pass(2_000)
  expect(upload.view()).toMatchObject({ phase: 'refused', message: '文件未通过安全检查，已删除', file: null })
})

it('begins again when the unfinished upload was deleted meanwhile', async () => {
  store.fail('links', fileGone())
  begin()
  await pass(2_000)
  expect(store.log.filter((line) => line === 'begin')).toHaveLength(2)
  expect(upload.view().phase).toBe('done')
})

it('sends lost parts again, but only a limited number of times', async () => {
  const lose = (times: number) => {
    const { complete } = store.transport
    vi.spyOn(store.transport, 'complete').mockImplementation((id, signal) => {
      if (times-- > 0) store.forget(5)
      return complete(id, signal)
    })
  }
  lose(1)
  begin()
  await pass(2_000)
  expect(store.sentParts().filter((part) => part === 5)).toEqual([5, 5])
  expect(upload.view().phase).toBe('done')
  store = createFakeStore()
  lose(Infinity)
  begin()
  await pass(60_000)
  expect(upload.view().phase).toBe('failed')
})

it('fails for a file that was changed or moved', async () => {
  const file = fileOf(60)
  store.fail('put 1')
  const slice = file.slice.bind(file)
  vi.spyOn(file, 'slice').mockImplementation((from, to) => {
    const piece = slice(from, to)
    if (to === 1) vi.spyOn(piece, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
    return piece
  })
  begin(file)
  await pass(2_000)
  expect(upload.view()).toMatchObject({ phase: 'failed', message: '文件已被修改或移走，请重新选择' })
})

it('stops at once when paused, and deletes arrived parts when cancelled', async () => {
  store.beSlow()
  begin()
  await pass(10)
  upload.pause()
  store.release()
  await pass(60_000)
  expect(upload.view().phase).toBe('paused')
  expect(store.sentParts()).toEqual([1, 2, 3])
  await upload.cancel()
  expect(store.log.at(-1)).toBe('remove')
})

it('estimates the remaining time after two seconds', async () => {
  const { put } = store.transport
  vi.spyOn(store.transport, 'put').mockImplementation(async (...args) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await put(...args)
  })
  begin(fileOf(240))
  await pass(1_600)
  expect(upload.view()).toMatchObject({ phase: 'sending', secondsLeft: undefined })
  await pass(2_000)
  // Three parts of eight bytes every second and a half.
  expect(upload.view().bytesPerSecond).toBeGreaterThan(8)
  expect(upload.view().secondsLeft).toBeGreaterThan(8)
  expect(upload.view().secondsLeft).toBeLessThan(24)
})
