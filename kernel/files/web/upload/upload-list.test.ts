import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAttachment, createFakeStore, type FakeStore } from './store.fixture.ts'
import { createUploadList, type UploadList } from './upload-list.ts'
import { formatTimeLeft } from './upload-speed.ts'

const limits = { maxBytes: 100 * 1024 * 1024, maxFiles: 3, suffixes: ['pdf', 'jpg', 'docx'] }
const fileOf = (name: string, bytes = 20, lastModified = 1) => new File(['x'.repeat(bytes)], name, { lastModified })
const huge = (name: string) => Object.defineProperty(fileOf(name), 'size', { value: limits.maxBytes + 1 })

let store: FakeStore
let list: UploadList
const names = () => list.entries().map(({ name }) => name)
const phases = () => list.entries().map(({ view }) => view.phase)

beforeEach(() => {
  vi.useFakeTimers()
  store = createFakeStore()
  list = createUploadList(store.transport)
})
afterEach(() => vi.useRealTimers())

it('refuses unsupported files with the text of the server before anything is sent', async () => {
  const notes = list.add([fileOf('病毒.EXE'), huge('视频.pdf'), fileOf('空.pdf', 0), fileOf('没有后缀')], limits)
  expect(notes).toEqual([
    '病毒.EXE：不支持的文件类型：exe',
    '视频.pdf：单个文件不能超过100MB',
    '空.pdf：文件为空',
    '没有后缀：不支持的文件类型：无',
  ])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.log).toEqual([])
  expect(names()).toEqual([])
})

it('accepts as many as allowed, and none twice', () => {
  expect(list.add([fileOf('一.pdf'), fileOf('一.pdf'), fileOf('一.pdf', 20, 2)], limits)).toEqual([
    '一.pdf：已经添加过',
  ])
  expect(list.add([fileOf('二.PDF'), fileOf('三.jpg')], limits)).toEqual(['最多上传3个文件'])
  expect(names()).toEqual(['一.pdf', '一.pdf', '二.PDF'])
})

it('keeps the given order, whichever arrives first', async () => {
  list.take([createAttachment('old', '旧.pdf')])
  list.add([fileOf('新.pdf')], limits)
  const [old, fresh] = list.entries()
  list.move(fresh!.key, 0)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(names()).toEqual(['新.pdf', '旧.pdf'])
  expect(phases()).toEqual(['done', 'done'])
  list.move(old!.key, 0)
  expect(names()).toEqual(['旧.pdf', '新.pdf'])
})

it('deletes a removed upload on the server, unless a record claims it', async () => {
  list.take([createAttachment('held', '旧.pdf')])
  list.add([fileOf('新.pdf')], limits)
  await vi.advanceTimersByTimeAsync(3_000)
  for (const { key } of list.entries()) list.remove(key)
  await vi.advanceTimersByTimeAsync(10)
  expect(names()).toEqual([])
  expect(store.log.filter((line) => line === 'remove')).toHaveLength(1)
})

it('reports every phase change at once, and progress only now and then', async () => {
  let notifications = 0
  list.subscribe(() => notifications++)
  list.add([fileOf('大.pdf', 800)], limits)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(phases()).toEqual(['done'])
  expect(store.sentParts()).toHaveLength(100)
  expect(notifications).toBeLessThan(30)
})

it('shows the remaining time without flicker', () => {
  expect([0, 7, 22, 59, 61, 200, 7_300].map(formatTimeLeft)).toEqual([
    '剩余约 1 秒',
    '剩余约 7 秒',
    '剩余约 20 秒',
    '剩余约 60 秒',
    '剩余约 1 分钟',
    '剩余约 3 分钟',
    '剩余约 2 小时',
  ])
})
