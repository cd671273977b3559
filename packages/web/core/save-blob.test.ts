import { afterEach, expect, it, vi } from 'vitest'
import { saveBlob } from './save-blob.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('saves under the given name, and revokes the URL later', () => {
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  saveBlob(new Blob(['x']), '教职工导入模板.xlsx')
  expect([saved, revoke.mock.calls]).toEqual([['教职工导入模板.xlsx blob:1'], []])
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:1')
})
