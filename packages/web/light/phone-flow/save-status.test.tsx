import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { DraftSaveState } from './draft-autosave.ts'
import { SaveStatusBar } from './save-status.tsx'

const renderStatus = (saved: DraftSaveState, left?: number) =>
  renderToStaticMarkup(<SaveStatusBar saved={saved} left={left} />).replace(/<[^>]*>/g, '')

it('shows where the draft is stored, and nothing untrue', () => {
  expect(renderStatus({ at: 'device' })).toBe('已存在手机里')
  expect(renderStatus({ at: 'server', time: new Date(2026, 10, 12, 10, 32).getTime() })).toBe('已保存 10:32')
  expect(renderStatus({ at: 'offline' })).toBe('没有网络，已存在手机里')
  expect(renderStatus({ at: 'saving' })).toBe('正在保存…')
  expect(renderStatus({ at: 'lost' })).toBe('没有存上，请勿关闭页面')
})

it('shows the remaining time', () => {
  expect(renderStatus({ at: 'device' }, (6 * 60 + 35) * 60_000)).toBe('已存在手机里距截止 0 天 06:35')
  expect(renderStatus({ at: 'device' }, 0)).toBe('已存在手机里已截止')
})
