import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, pressKey, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import type { FaceItem } from '../contract.ts'
import { FaceDialog } from './components/face-dialog.tsx'
import { FaceOutcomeDialog } from './components/face-outcome-dialog.tsx'
import { FaceStates } from './components/face-states.tsx'
import { FaceGrid } from './components/face-wall.tsx'

const audit = '/api/studentFace/audit'
const result = '/api/studentFace/uploadResult'

const pupil = (name: string, more: Partial<FaceItem> = {}): FaceItem => ({
  studentId: crypto.randomUUID(),
  name,
  sex: '女',
  className: '七(3)班',
  seatNo: 1,
  reason: '',
  version: 3,
  state: 'waiting',
  hasPhoto: true,
  hasConsent: true,
  uploadedAt: '2026-11-15T01:00:00.000Z',
  order: 'none',
  orderState: 'none',
  cardTail: '',
  ...more,
})

let page: ReturnType<typeof createTestPage>
const answers: Parameters<typeof createTestPage>[0] = {}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // The test browser does not support modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
  page = createTestPage(answers)
})
afterEach(async () => {
  await page.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
/** Retries for slow machines. */
async function until(check: () => void) {
  for (let round = 0; round < 50; round += 1) {
    try {
      return check()
    } catch {
      await settle(100)
    }
  }
  check()
}

describe('the photo wall', () => {
  it('shows each state as text, and counts that work as filters', async () => {
    const chosen: unknown[] = []
    const opened: string[] = []
    const items = [pupil('丁一鸣', { state: 'passed' }), pupil('王子涵', { state: 'no-consent', hasPhoto: false })]
    await page.show(
      <>
        <FaceStates counts={{ passed: 1, 'no-consent': 1 }} chosen={undefined} onChoose={(one) => chosen.push(one)} />
        <FaceGrid items={items} hasClasses={false} onOpen={({ name }) => opened.push(name)} />
      </>,
    )
    for (const words of ['全部 2', '待授权 1', '合格 1', '待审核 0']) expect(getPageText()).toContain(words)
    await click(getButton('待授权 1'))
    await click(getButton('全部 2'))
    expect(chosen).toEqual(['no-consent', undefined])
    await click(
      [...document.querySelectorAll<HTMLElement>('li button')].find((one) => one.textContent.includes('王子涵'))!,
    )
    expect(opened).toEqual(['王子涵'])
  })
})

describe('one photo', () => {
  const show = (items: FaceItem[], at = 0, more: Partial<Parameters<typeof FaceDialog>[0]> = {}) =>
    page.show(<FaceDialog items={items} at={at} isReview onMove={() => {}} onClose={() => {}} {...more} />)

  it('cannot be taken without consent', async () => {
    await show([pupil('王子涵', { state: 'no-consent', hasPhoto: false, hasConsent: false })])
    expect(hasButton('登记纸质授权')).toBe(true)
    for (const name of ['上传照片', '更换照片', '合格', '不合格']) expect(hasButton(name)).toBe(false)
  })

  it('passes with the key A in the shown version, and the next one opens', async () => {
    answers[audit] = () => ({ changed: 1 })
    const moved: number[] = []
    const items = [pupil('丁一鸣'), pupil('王子涵')]
    await show(items, 0, { onMove: (at) => moved.push(at) })
    await pressKey('a', {}, document.body)
    await until(() => expect(moved).toEqual([1]))
    expect(page.callsTo(audit).map(({ body }) => body)).toEqual([
      { items: [{ studentId: items[0]!.studentId, version: 3 }], passes: true, reason: '' },
    ])
    await pressKey('j', {}, document.body)
    expect(moved).toEqual([1, 1])
  })

  it('needs a reason to be refused', async () => {
    answers[audit] = () => ({ changed: 1 })
    const closed = vi.fn()
    await show([pupil('丁一鸣')], 0, { onClose: closed })
    await pressKey('r', {}, document.body)
    expect(getButton('确定').disabled).toBe(true)
    await typeInto(document.querySelector<HTMLElement>('[aria-label=不合格原因]')!, '戴帽子')
    await click(getButton('确定'))
    await until(() => expect(closed).toHaveBeenCalled())
    expect(page.callsTo(audit)[0]!.body).toMatchObject({ passes: false, reason: '戴帽子' })
  })

  it('is not decided after it was replaced', async () => {
    answers[audit] = () => ({ changed: 0 })
    await show([pupil('丁一鸣')])
    await click(getButton('合格'))
    await until(() => expect(getPageText()).toContain('照片已有变化，请刷新后再审核'))
  })
})

describe('a zip', () => {
  it('shows its progress, then the unmatched and the refused files', async () => {
    const taskId = crypto.randomUUID()
    const outcome = {
      accepted: 1190,
      unmatched: ['S9999.jpg'],
      unmatchedCount: 38,
      refused: [{ file: 'S0007.jpg', name: '丁一鸣', why: '照片过暗' }],
    }
    const task = {
      id: taskId,
      kind: 'face.read-zip',
      title: '',
      status: 'running',
      done: 120,
      total: 1240,
      message: '',
    }
    const times = { createdAt: '2026-11-15T01:00:00.000Z', startedAt: null, endedAt: null }
    answers['/api/task/list'] = () => [{ ...task, ...times, result: null, phases: [], phase: 0, isStopping: false }]
    let isOver = false
    answers[result] = () => (isOver ? outcome : null)
    await page.show(<FaceOutcomeDialog taskId={taskId} onClose={() => {}} />)
    await until(() => expect(getPageText()).toContain('已完成 120 / 1240'))
    isOver = true
    await until(() => expect(getPageText()).toContain('只列出前1个'))
    for (const words of ['1190', '38', '照片过暗', 'S9999.jpg']) expect(getPageText()).toContain(words)
  })
})
