import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { getPrintFooter, addPrintFooter } from './print-footer.ts'
import { startSession } from './session.ts'

const chen = { userId: 'u', realName: '陈国栋', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1, token: '1.a' }

it('names who printed a page, and when', () => {
  const now = new Date('2026-11-15T02:32:00Z')
  expect(getPrintFooter('陈国栋', now)).toBe('打印人 陈国栋，打印时间 2026-11-15 周日 10:32')
  expect(getPrintFooter(undefined, now)).toBe('打印时间 2026-11-15 周日 10:32')
})

it('adds the footer to every print, at the time of printing', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:32:00Z') })
  startSession(chen)
  addPrintFooter()
  vi.setSystemTime(new Date('2026-11-15T03:00:00Z'))
  window.dispatchEvent(new Event('beforeprint'))
  expect(document.body.dataset['printed']).toBe('打印人 陈国栋，打印时间 2026-11-15 周日 11:00')
  vi.useRealTimers()
})

it('prints on A4, without menus, with the table head on every sheet and page numbers', () => {
  const css = readFileSync(resolve(import.meta.dirname, 'print.css'), 'utf8')
  for (const rule of [/size: A4/, /\.no-print/, /table-header-group/, /counter\(page\) ' \/ ' counter\(pages\)/]) {
    expect(css).toMatch(rule)
  }
})
