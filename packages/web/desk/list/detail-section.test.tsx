import { lazy } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestRoot, getPageText } from '../test-root.fixture.tsx'
import { PageContext } from '../page-context.tsx'
import { PermissionContext } from '../permissions.tsx'
import { AddedSections, DetailSection } from './detail-section.tsx'

let stage: ReturnType<typeof createTestRoot>

const Section = lazy(async () => ({
  default: ({ id }: { id: string }) => <DetailSection title="管理员">{`机构 ${id} 的管理员`}</DetailSection>,
}))
const show = (permissions: readonly string[], isIn: (tab: string | undefined) => boolean) =>
  stage.show(
    <PermissionContext value={new Set(permissions)}>
      <PageContext
        value={{
          title: '机构',
          group: '基础数据',
          permission: { code: 'org.read', title: '' },
          actions: [],
          sections: [{ id: 'administrators', permission: 'access.read', tab: 'manage', Section }],
        }}
      >
        <AddedSections id="o1" isIn={isIn} />
      </PageContext>
    </PermissionContext>,
  )

beforeEach(() => {
  stage = createTestRoot()
})
afterEach(() => stage.close())

it('renders the section of another module in its tab', async () => {
  await show(['access.read'], (tab) => tab === 'manage')
  await expect.poll(getPageText).toContain('机构 o1 的管理员')
  await show(['access.read'], (tab) => tab === 'facts')
  expect(getPageText()).not.toContain('管理员')
})

it('renders nothing for users without the permission', async () => {
  await show([], () => true)
  expect(getPageText()).not.toContain('管理员')
})
