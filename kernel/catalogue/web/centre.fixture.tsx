import { act, type ReactNode } from 'react'
import { expect } from 'vitest'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { settle } from '#packages/web/desk/test-page.fixture.tsx'
import { useState } from 'react'
import type { CentreTile } from '../contract.ts'

const base = {
  kind: 2,
  url: '',
  about: '说明',
  edition: '',
  logo: 'form',
  isForFamilies: false,
  isAdministrator: false,
  waits: 0,
  totals: [],
}
const tile = (key: string, name: string, pinyin: string, initials: string, more: Partial<CentreTile>): CentreTile => ({
  ...base,
  key,
  name,
  pinyin,
  initials,
  category: 'teaching',
  state: 'mine',
  ...more,
})

/** One application for each state. */
export const tiles: CentreTile[] = [
  tile('lessons', '教务管理', 'jiaowuguanli', 'jwgl', { isAdministrator: true }),
  tile('roll', '课堂点名', 'ketangdianming', 'ktdm', {}),
  tile('health', '学生体质健康', 'xueshengtizhijiankang', 'xstzjk', { category: 'pupils', isForFamilies: true }),
  tile('enrol', '新生报名系统', 'xinshengbaomingxitong', 'xsbmxt', {
    category: 'enrolment',
    state: 'closed',
    edition: '教育局',
  }),
  tile('visits', '家访预约', 'jiafangyuyue', 'jfyy', { category: 'families', state: 'requested' }),
  tile('assets', '装备资产管理', 'zhuangbeizichanguanli', 'zbzcgl', { category: 'assets', state: 'others' }),
]

const wire = ({ key, name, logo, category, edition }: CentreTile) => ({
  fAppKey: key,
  fAppName: name,
  fAppType: 2,
  fLogo: logo,
  fAppUrl: '',
  about: '',
  edition,
  category,
})

/** The answer of `appList`. */
export const groups = [
  { fId: 'teaching', fName: '教务教学', sort: 1, apps: tiles.slice(0, 2) },
  { fId: 'pupils', fName: '学生发展', sort: 2, apps: tiles.slice(2, 3) },
].map((group) => ({ ...group, apps: group.apps.map((app) => ({ ...wire(app), canLookCnt: 0, appTotals: [] })) }))

/** The answer of `getShortcut` for these keys. */
export const toShortcuts = (keys: readonly string[]) =>
  keys.map((key, fSort) => ({ ...wire(tiles.find((app) => app.key === key)!), fSort }))

/** A page with a search string of its own. */
export function InShell({ search = '', children }: { search?: string; children: ReactNode }) {
  const [at, setAt] = useState(() => new URLSearchParams(search))
  const info = { title: '应用中心', group: '应用', permission: { code: 'staff', title: '' }, actions: [] }
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search: at, setSearch: (change) => setAt(change), isFront: true }}>
        {children}
      </PageSearchContext>
    </PageContext>
  )
}

export const until = async (isSo: () => boolean) => {
  for (let step = 0; step < 100 && !isSo(); step++) await settle(50)
  expect(isSo()).toBe(true)
}

export const named = (name: string, within: ParentNode = document) => {
  const found = [...within.querySelectorAll<HTMLElement>('button, a, input[type=checkbox]')].find(
    (one) =>
      (one.getAttribute('aria-label') ?? (one instanceof HTMLInputElement ? one.parentElement! : one).textContent) ===
      name,
  )
  if (!found) throw new Error(`nothing is called ${name}`)
  return found
}

export const tick = (name: string, within: ParentNode = document) => act(async () => named(name, within).click())
