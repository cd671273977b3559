import { z } from 'zod'
import { idOf, intParam, pageOf, pageQuery, routesOf } from '#packages/contract'
import { setUpStep } from './contract-classes.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** The set-up progress of a school and further figures for the district. */
export const schoolReadiness = z.object({
  orgId: idOf('organisation'),
  orgName: z.string(),
  steps: z.array(
    z.object({
      key: setUpStep,
      state: z.enum(['done', 'open', 'skipped']),
      about: z.string(),
      /** Number of existing records, for 班主任 of missing ones; null when the step has no count. */
      count: z.int().nullable(),
    }),
  ),
  doneCount: z.int(),
  /** Each step is done or skipped, or the school has finished the set-up. */
  isReady: z.boolean(),
  classCount: z.int(),
  /** Classes without any teacher in the term. */
  untaughtCount: z.int(),
  pupilCount: z.int(),
  staffCount: z.int(),
  /** Staff members with an account. */
  accountCount: z.int(),
  lastImportAt: z.iso.datetime().nullable(),
  /** Staff changes and guardian links that wait for a decision. */
  changeCount: z.int(),
  bindingCount: z.int(),
  remindedOn: z.iso.date().nullable(),
})
export type SchoolReadiness = z.output<typeof schoolReadiness>

export const readinessSorts = [
  'sort',
  'name',
  'pupils',
  'staff',
  'progress',
  'accounts',
  'imported',
  'waiting',
] as const
export type ReadinessSort = (typeof readinessSorts)[number]

const orgIds = (least: number) => z.array(idOf('organisation')).min(least, '请选择学校').max(500, '一次最多500所学校')

const base = '/api/jiaowu'
export const readinessRoutes = {
  /** The schools in the caller's scope with their open set-up steps. */
  readiness: route({
    method: 'GET',
    path: `${base}/schoolReadiness`,
    title: '各校设置进度',
    access: 'class.read',
    query: pageQuery.extend({
      keyword: z.string().trim().max(50).default(''),
      only: z.enum(['all', 'open']).default('all'),
      sort: z.enum(readinessSorts).default('sort'),
      desc: intParam({ min: 0, max: 1 }).default(0),
    }),
    data: pageOf(schoolReadiness).extend({ schoolCount: z.int(), openCount: z.int() }),
  }),
  /** The recipients of a reminder. Without schools: all schools that are not ready. */
  previewReminder: route({
    method: 'POST',
    path: `${base}/previewSetUpReminder`,
    title: '催办预览',
    access: 'class.edit',
    readOnly: true,
    body: z.object({ orgIds: orgIds(0).default([]) }),
    data: z.array(
      z.object({
        orgId: idOf('organisation'),
        orgName: z.string(),
        missing: z.array(setUpStep),
        administrators: z.array(z.string()),
        isRemindedToday: z.boolean(),
      }),
    ),
  }),
  /**
   * Reminds the administrators of schools of missing steps. A school gets at most one reminder a day, a ready school
   * none.
   */
  remind: route({
    method: 'POST',
    path: `${base}/remindSetUp`,
    title: '催办学校初始化',
    access: 'class.edit',
    body: z.object({ orgIds: orgIds(1) }),
    data: z.object({ schools: z.int(), people: z.int(), skipped: z.int() }),
  }),
}
