import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const list = z.string().trim().min(1).max(60)

/** A saved list state: filters and order as in the URL of the list. */
const listView = z.object({
  id: idOf('list-view'),
  name: z.string(),
  query: z.string(),
  /** Visible to colleagues of the organisation. */
  isShared: z.boolean(),
  /** Only the owner can change a view. */
  isMine: z.boolean(),
  /** The view with which the list opens; only an own view. */
  isDefault: z.boolean(),
})
export type ListView = z.output<typeof listView>

export const viewForm = z.object({
  /** Null for a new view. */
  id: idOf('list-view').nullable(),
  list,
  name: z.string().trim().min(1, '请填写视图名称').max(20, '视图名称不超过20字'),
  query: z.string().max(2000, '筛选条件过长'),
  isShared: z.boolean(),
  isDefault: z.boolean(),
})

/** The form and its record: `org:new`, `org:<id>`. */
const key = z.string().trim().min(1).max(80)
const draftBytes = 64 * 1024
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length

const route = routesOf(manifest)

/** Views and drafts of a person in an organisation. */
export const personalApi = {
  views: route({
    method: 'GET',
    path: '/api/personal/views',
    title: '列表视图',
    access: 'staff',
    query: z.object({ list }),
    data: z.array(listView),
  }),
  saveView: route({
    method: 'POST',
    path: '/api/personal/saveView',
    title: '保存列表视图',
    access: 'staff',
    body: viewForm,
    data: listView,
  }),
  deleteView: route({
    method: 'POST',
    path: '/api/personal/deleteView',
    title: '删除列表视图',
    access: 'staff',
    body: z.object({ id: idOf('list-view') }),
    data: z.null(),
  }),
  draft: route({
    method: 'GET',
    path: '/api/personal/draft',
    title: '读取草稿',
    access: 'staff',
    query: z.object({ key }),
    data: z.object({ value: z.unknown(), savedAt: z.iso.datetime() }).nullable(),
  }),
  saveDraft: route({
    method: 'POST',
    path: '/api/personal/saveDraft',
    title: '保存草稿',
    access: 'staff',
    quiet: true,
    withoutKey: 'the same draft again',
    body: z.object({
      key,
      value: z.unknown().refine((value) => bytesOf(value) <= draftBytes, '内容过长，无法保存草稿'),
    }),
    data: z.object({ savedAt: z.iso.datetime() }),
  }),
  dropDraft: route({
    method: 'POST',
    path: '/api/personal/dropDraft',
    title: '删除草稿',
    access: 'staff',
    quiet: true,
    withoutKey: 'the draft is gone already',
    body: z.object({ key }),
    data: z.null(),
  }),
}
