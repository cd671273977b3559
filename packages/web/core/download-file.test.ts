import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { downloadFile } from './download-file.ts'

let frames: Set<HTMLIFrameElement>

beforeEach(() => {
  vi.useFakeTimers()
  frames = new Set()
  // There is no real browser here to load frames.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => void frames.add(frame as HTMLIFrameElement))
  vi.spyOn(HTMLIFrameElement.prototype, 'remove').mockImplementation(function (this: HTMLIFrameElement) {
    frames.delete(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('requests a file in a hidden frame, and removes the frame', () => {
  const fail = vi.fn()
  downloadFile('https://files.example/f/x/a.zip', fail)
  downloadFile('https://files.example/f/x/b.zip', fail)
  expect([...frames].map(({ src, hidden }) => [src, hidden])).toEqual([
    ['https://files.example/f/x/a.zip', true],
    ['https://files.example/f/x/b.zip', true],
  ])
  vi.advanceTimersByTime(60_000)
  expect([frames.size, fail.mock.calls.length]).toEqual([0, 0])
})

it('calls back when the answer is not a file', () => {
  const fail = vi.fn()
  downloadFile('https://files.example/f/x/a.zip', fail)
  for (const frame of frames) frame.dispatchEvent(new Event('load'))
  expect([frames.size, fail.mock.calls.length]).toEqual([0, 1])
})
