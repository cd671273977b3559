import { ToolOutlined } from '@ant-design/icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule, entitiesOf, entityRoutes, text } from '#packages/contract'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import {
  getButton,
  click,
  getField,
  hasButton,
  createTestRoot,
  pressKey,
  getPageText,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { files, type Attachment } from '../../contract.ts'
import { Attachments } from '../index.ts'
import { createAttachment } from '../upload/store.fixture.ts'
import FilesControl from './files-control.tsx'
import FilesValue from './files-value.tsx'
import { createWire, type Wire } from './wire.fixture.ts'

const schema = z.object({ text: z.string().min(1, '请输入说明'), files: z.array(z.string()).max(9, '附件不超过9个') })
type Values = z.infer<typeof schema>

let stage: ReturnType<typeof createTestRoot>
let wire: Wire
let sent: Values[]

const formOf = (known: readonly Attachment[]): FormSpec<Values> => ({
  schema,
  initial: () => ({ text: '', files: [] }),
  sections: [
    {
      fields: [
        { name: 'text', label: '说明', kind: 'text' },
        {
          name: 'files',
          label: '附件',
          kind: 'custom',
          draw: (props) => <Attachments {...props} maxFiles={3} known={known} />,
        },
      ],
    },
  ],
})

async function open(initial?: Values, known: readonly Attachment[] = []) {
  await stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <FormDialog
        title="反馈问题"
        form={formOf(known)}
        initial={initial}
        submit={async (values) => void sent.push(values)}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  // The field and the limits are loaded lazily.
  await until(() => expect(getButton('添加附件').disabled).toBe(false))
}

const fileOf = (name: string, bytes = 20) => new File(['x'.repeat(bytes)], name, { lastModified: 1 })
const choose = (...files: File[]) =>
  act(async () => {
    const input = getField('附件')
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
const rows = () =>
  [...document.querySelectorAll('ul[aria-label=已添加的附件] > li')].map(({ textContent }) => textContent)
/** Rendering outside act, because updates come asynchronously. */
async function until(check: () => void) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await vi.waitFor(check, { timeout: 60_000 })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
}
const appears = (expected: string) => until(() => expect(getPageText()).toContain(expected))

beforeEach(() => {
  stage = createTestRoot()
  wire = createWire()
  sent = []
})
afterEach(async () => {
  await stage.close()
  wire.close()
})

it('shows what may be uploaded and accepts files of those kinds', async () => {
  await open()
  expect(getPageText()).toContain('单个不超过 100MB，最多 3 个')
  expect(getField('附件').accept.split(',')).toEqual(['.pdf', 'image/jpeg', '.jpg'])
  expect(getField('附件').multiple).toBe(true)
})

it('blocks the form during an upload and submits the ids when all are ready', async () => {
  await open()
  await typeInto(getField('说明'), '打印机坏了')
  wire.pauseParts()
  await choose(fileOf('照片.jpg'), fileOf('说明.pdf'))
  await appears('上传中')
  expect(getPageText()).not.toContain('附件正在上传')
  await click(getButton('保存'))
  expect(getPageText()).toContain('附件正在上传')
  expect(sent).toEqual([])
  wire.release()
  await until(() => expect(getPageText()).not.toContain('附件正在上传'))
  expect(getField('说明').value).toBe('打印机坏了')
  await click(getButton('保存'))
  expect(sent).toEqual([{ text: '打印机坏了', files: [wire.idOf('照片.jpg'), wire.idOf('说明.pdf')] }])
})

it('shows which files were not accepted and why; the others continue', async () => {
  await open()
  await choose(fileOf('病毒.exe'), fileOf('说明.pdf'))
  expect(document.querySelector('[role=alert]')!.textContent).toContain('病毒.exe：不支持的文件类型：exe')
  expect(rows()).toHaveLength(1)
  await click(getButton('知道了'))
  expect(getPageText()).not.toContain('病毒.exe')
})

it('shows why the server refused a file and blocks the form until that is removed', async () => {
  await open()
  await typeInto(getField('说明'), '坏了')
  wire.refuse('文件未通过安全检查，已删除')
  await choose(fileOf('名单.pdf'))
  await appears('文件未通过安全检查，已删除')
  await click(getButton('保存'))
  expect(sent).toEqual([])
  await click(getButton('取消 名单.pdf'))
  await click(getButton('保存'))
  expect(sent).toEqual([{ text: '坏了', files: [] }])
})

it('accepts dropped and pasted files and gives a screenshot a unique name', async () => {
  await open()
  const field = document.querySelector('[data-field=files]')!
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [fileOf('拖来.pdf')] } })
  await act(async () => field.querySelector('button')!.dispatchEvent(drop))
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(paste, { clipboardData: { types: ['Files'], files: [fileOf('image.jpg')] } })
  await act(async () => getField('说明').dispatchEvent(paste))
  expect(rows()[0]).toContain('拖来.pdf')
  expect(rows()[1]).toMatch(/^截图 \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.jpg/)
})

it('ignores a file that was dropped beside it and keeps the browser from opening it', async () => {
  await open()
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [fileOf('拖来.pdf')] } })
  await act(async () => document.body.dispatchEvent(drop))
  expect(drop.defaultPrevented).toBe(true)
  expect(rows()).toEqual([])
})

it('shows existing files, moves them with Alt and arrow keys, and removes them', async () => {
  const [one, two] = [createAttachment(wire.newId(), '一.pdf'), createAttachment(wire.newId(), '二.pdf')]
  await open({ text: '坏了', files: [one.id, two.id] }, [one, two])
  await appears('二.pdf')
  const grip = document.querySelector<HTMLElement>('li[aria-label^="二.pdf"] button')!
  await pressKey('ArrowUp', { altKey: true }, grip)
  expect(getPageText()).toContain('二.pdf，第 1 个，共 2 个')
  await click(getButton('移除 一.pdf'))
  await click(getButton('保存'))
  expect(sent).toEqual([{ text: '坏了', files: [two.id] }])
  expect(wire.removed).toEqual([])
})

it('fetches the files of a draft and reports missing ones', async () => {
  wire.knows(createAttachment(wire.newId(), '草稿里的.pdf'))
  const lost = wire.newId()
  await open({ text: '坏了', files: [wire.idOf('草稿里的.pdf'), lost] })
  await appears('草稿里的.pdf')
  await appears('有 1 个附件已失效，请重新上传')
  await click(getButton('保存'))
  expect(sent[0]!.files).toEqual([wire.idOf('草稿里的.pdf')])
})

it('asks before closing during an upload', async () => {
  await open()
  wire.pauseParts()
  await choose(fileOf('说明.pdf'))
  await appears('上传中')
  await click(getButton('关闭'))
  expect(hasButton('继续填写')).toBe(true)
})

it('offers no more than the allowed number', async () => {
  await open()
  await choose(fileOf('一.pdf'), fileOf('二.pdf'), fileOf('三.pdf'), fileOf('四.pdf'))
  expect(rows()).toHaveLength(3)
  expect(getPageText()).toContain('最多上传3个文件')
  expect(getButton('添加附件').disabled).toBe(true)
})

const manifest = defineModule({ key: 'lab', title: '实验室', permissions: {} })
const tool = entitiesOf(manifest)('tool', {
  title: '工具',
  measure: '件',
  access: { read: 'staff', update: 'staff' },
  scope: {},
  fields: { name: text('名称', { max: 20 }), photos: files('照片', { max: 2 }) },
  name: 'name',
  list: { columns: [], search: [], order: ['name'] },
  form: ['name', 'photos'],
  detail: ['photos'],
})
const toolApi = entityRoutes(tool, { path: '/api/tool', actions: ['list', 'get', 'update'] })

it('is the control of a field of an entity: the form of a change has the present files, and sends ids', async () => {
  const kept = createAttachment(wire.newId(), '正面.jpg')
  const row = { id: kept.id, version: 1, name: '锤子', photos: [kept] }
  const { edit, detail } = createEntityListSpec(tool, toolApi, {
    key: 'lab:',
    icon: ToolOutlined,
    empty: { title: '没有工具' },
  })
  const known = edit!.known!(row)
  expect(known).toEqual({ name: '锤子', photos: [kept.id] })
  if (!detail || 'whole' in detail) throw new Error('there is a detail')
  await stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <FieldControlsContext value={{ controls: { files: FilesControl }, values: { files: FilesValue } }}>
        <main>{detail.sections!(row)[0]!.facts[0]!.value}</main>
        <FormDialog
          title="编辑工具"
          form={edit!.form(row)}
          initial={known}
          submit={async (values) => void sent.push(values as never)}
          onClose={() => {}}
        />
      </FieldControlsContext>
    </QueryClientProvider>,
  )
  await appears('最多 2 个')
  expect(getButton('添加照片').disabled).toBe(false)
  expect(document.querySelector('main')!.textContent).toContain('正面.jpg')
  await typeInto(getField('名称'), '羊角锤')
  await click(getButton('保存'))
  expect(sent).toEqual([{ name: '羊角锤', photos: [kept.id] }])
})
