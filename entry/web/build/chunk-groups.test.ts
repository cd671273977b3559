import { expect, it } from 'vitest'
import { assignChunks } from './chunk-groups.ts'

/** File → what it imports; `later` before a name is an `import()`. */
const files: Record<string, string[]> = {
  'entry/web/boot.ts': ['later entry/web/light/main.tsx', 'later entry/web/desk/main.tsx'],
  'entry/web/light/main.tsx': ['later kernel/leave/web/phone.ts'],
  'kernel/leave/web/phone.ts': ['later kernel/leave/web/phone/page.tsx'],
  'kernel/leave/web/phone/page.tsx': ['packages/web/core/days.ts', 'later kernel/leave/web/phone/list.tsx'],
  'kernel/leave/web/phone/list.tsx': ['kernel/leave/contract.ts', 'packages/core/phone.ts'],
  'packages/core/phone.ts': [],
  'kernel/leave/contract.ts': ['node_modules/zod/index.js'],
  'node_modules/zod/index.js': [],
  'packages/web/core/days.ts': [],
  'packages/web/core/call.ts': ['node_modules/zod/index.js'],
  'entry/web/desk/main.tsx': [
    'packages/web/core/call.ts',
    'packages/web/core/days.ts',
    'packages/core/phone.ts',
    'later kernel/leave/web/index.ts',
    'later applications/canteen/web/index.ts',
    'later entry/web/desk/theme.tsx',
  ],
  'entry/web/desk/theme.tsx': ['node_modules/antd/es/config-provider/index.js'],
  'node_modules/antd/es/config-provider/index.js': ['node_modules/@rc-component/util/index.js'],
  'node_modules/@rc-component/util/index.js': [],
  'kernel/leave/web/index.ts': [
    'later kernel/leave/web/pages/leave.tsx',
    'later kernel/leave/web/pages/rules.tsx',
    'later kernel/leave/web/components/leave-card.tsx',
    'later kernel/leave/web/components/leave-button.tsx',
  ],
  'kernel/leave/web/pages/leave.tsx': [
    'kernel/leave/contract.ts',
    'packages/web/desk/list/list-page.tsx',
    'later kernel/leave/web/components/refuse-dialog.tsx',
  ],
  'kernel/leave/web/pages/rules.tsx': [
    'packages/web/desk/list/list-page.tsx',
    'packages/web/desk/form/use-schema-form.ts',
    'kernel/leave/web/components/rule-row.tsx',
  ],
  'kernel/leave/web/components/rule-row.tsx': [],
  'packages/web/desk/form/use-schema-form.ts': ['packages/web/desk/badge.tsx'],
  'kernel/leave/web/components/leave-card.tsx': [
    'kernel/leave/web/leave-queries.ts',
    'kernel/weather/web/api.ts',
    'packages/web/desk/board/card.tsx',
  ],
  'kernel/weather/web/api.ts': ['kernel/weather/web/weather-strip.tsx'],
  'kernel/weather/web/weather-strip.tsx': ['kernel/weather/contract.ts'],
  'kernel/weather/contract.ts': [],
  'kernel/leave/web/components/leave-button.tsx': ['packages/web/desk/badge.tsx'],
  'kernel/leave/web/components/refuse-dialog.tsx': ['packages/web/desk/form.tsx'],
  'kernel/leave/web/leave-queries.ts': ['kernel/leave/contract.ts'],
  'packages/web/desk/list/list-page.tsx': ['packages/web/desk/badge.tsx', 'node_modules/antd/es/select/index.js'],
  'node_modules/antd/es/select/index.js': [],
  'packages/web/desk/badge.tsx': [],
  'packages/web/desk/form.tsx': [],
  'packages/web/desk/board/card.tsx': [],
  'applications/canteen/web/index.ts': [
    'later applications/canteen/web/pages/meals.tsx',
    'later applications/canteen/web/meals-card.tsx',
  ],
  'applications/canteen/web/pages/meals.tsx': ['packages/web/desk/list/list-page.tsx'],
  'applications/canteen/web/meals-card.tsx': ['packages/web/desk/board/card.tsx'],
}
const importsOf = (id: string, isLate: boolean) =>
  (files[id.slice(1)] ?? [])
    .filter((name) => name.startsWith('later ') === isLate)
    .map((name) => `/${name.replace('later ', '')}`)
const chunks = assignChunks(
  {
    ids: Object.keys(files).map((name) => `/${name}`),
    staticImports: (id) => importsOf(id, false),
    dynamicImports: (id) => importsOf(id, true),
  },
  '/',
  /^nothing$/,
)
const chunkOf = (name: string) => chunks.get(`/${name}`)

it('has one chunk for the shell, one for antd, one for what pages import, and one for each module', () => {
  expect(chunkOf('entry/web/desk/main.tsx')).toBe('shell')
  expect(chunkOf('entry/web/desk/theme.tsx')).toBe('antd')
  expect(chunkOf('node_modules/@rc-component/util/index.js')).toBe('antd')
  expect(chunkOf('node_modules/antd/es/select/index.js')).toBe('antd')
  expect(chunkOf('packages/web/desk/list/list-page.tsx')).toBe('list')
  expect(chunkOf('kernel/leave/web/pages/leave.tsx')).toBe('leave')
  expect(chunkOf('applications/canteen/web/pages/meals.tsx')).toBe('canteen')
})

it('keeps forms and the further pages of a module out of what its first list fetches', () => {
  expect(chunkOf('packages/web/desk/form/use-schema-form.ts')).toBe('forms')
  expect(chunkOf('kernel/leave/web/pages/rules.tsx')).toBe('leave-pages')
  expect(chunkOf('kernel/leave/web/components/rule-row.tsx')).toBe('leave-pages')
})

it('fetches dialogs with the first of them', () => {
  expect(chunkOf('kernel/leave/web/components/refuse-dialog.tsx')).toBe('leave-dialogs')
  expect(chunkOf('packages/web/desk/form.tsx')).toBe('dialogs')
})

it('shows the board without the pages: the kernel’s cards in one chunk, those of an application in its own', () => {
  expect(chunkOf('kernel/leave/web/components/leave-card.tsx')).toBe('board')
  expect(chunkOf('packages/web/desk/board/card.tsx')).toBe('board')
  expect(chunkOf('kernel/leave/web/index.ts')).toBe('bars')
  expect(chunkOf('kernel/leave/web/components/leave-button.tsx')).toBe('bars')
  expect(chunkOf('applications/canteen/web/index.ts')).toBe('canteen-cards')
  expect(chunkOf('applications/canteen/web/meals-card.tsx')).toBe('canteen-cards')
})

it('puts what pages and cards share below both, so that a list does not fetch the board', () => {
  expect(chunkOf('packages/web/desk/badge.tsx')).toBe('shell')
  expect(chunkOf('kernel/leave/web/leave-queries.ts')).toBe('bars')
})

it('keeps phones apart from the desk, and what they load late apart from what they load first', () => {
  expect(chunkOf('packages/web/core/call.ts')).toBe('call')
  expect(chunkOf('node_modules/zod/index.js')).toBe('call')
  expect(chunkOf('kernel/leave/contract.ts')).toBe('shared')
  expect(chunkOf('packages/web/core/days.ts')).toBe('parts')
  expect(chunkOf('packages/core/phone.ts')).toBe('shared')
  expect(chunkOf('kernel/leave/web/phone/page.tsx')).toBeUndefined()
})

it('keeps the components that modules pass on to the board out of what lists fetch', () => {
  expect(chunks.get('/kernel/weather/web/api.ts')).toBe('board')
  expect(chunks.get('/kernel/weather/web/weather-strip.tsx')).toBe('board')
  expect(chunks.get('/kernel/weather/contract.ts')).toBe('bars')
})
