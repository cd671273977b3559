import { afterEach, beforeEach, expect, it } from 'vitest'
import { PageSkeleton } from './page-skeleton.tsx'
import { createTestRoot } from './test-root.fixture.tsx'

let stage: ReturnType<typeof createTestRoot>
beforeEach(() => {
  stage = createTestRoot()
})
afterEach(() => stage.close())

it('the skeleton of a page has its shape: rows, cards, fields or tiles', async () => {
  const drawn = new Set<string>()
  for (const shape of ['list', 'board', 'form', 'tiles'] as const) {
    await stage.show(<PageSkeleton shape={shape} />)
    drawn.add(document.querySelector('[role=status][aria-label=正在加载]')!.innerHTML)
  }
  expect(drawn.size).toBe(4)
})
