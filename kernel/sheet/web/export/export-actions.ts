import { z } from 'zod'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import type { ExportRow } from '../../contract.ts'
import * as queries from './queries.ts'

const createOpinionSchema = (isRequired: boolean) =>
  z.object({
    opinion: z
      .string()
      .trim()
      .min(isRequired ? 1 : 0, '请填写意见')
      .max(200, '意见不超过200字'),
  })
type Opinion = z.output<ReturnType<typeof createOpinionSchema>>

/** A refusal requires a reason. */
const createDecideAction = (isAgreed: boolean, label: string): RowAction<ExportRow> =>
  formAction<ExportRow, Opinion>({
    key: label,
    label,
    permission: 'export.approve',
    isSingle: true,
    isPrimary: true,
    isDanger: !isAgreed,
    when: ({ mayDecide }) => mayDecide,
    createForm: () => ({
      schema: createOpinionSchema(!isAgreed),
      initial: () => ({ opinion: '' }),
      sections: [{ fields: [{ name: 'opinion', label: '意见', kind: 'textarea', required: !isAgreed }] }],
    }),
    run: (targets, values) => queries.decideExport(targets, isAgreed, values.opinion),
    done: () => `已${label}`,
  })

/** The actions on an export, for approvers and for the requester. */
export const exportActions: readonly RowAction<ExportRow>[] = [
  {
    key: 'take',
    label: '下载',
    permission: 'data.export',
    isSingle: true,
    isPrimary: true,
    when: ({ isOwn, state, taskId }) => isOwn && state === 'done' && taskId !== null,
    run: queries.downloadExport,
    done: () => '已开始下载',
  },
  createDecideAction(true, '同意'),
  createDecideAction(false, '拒绝'),
  {
    key: 'cancel',
    label: '取消申请',
    permission: 'data.export',
    isSingle: true,
    isDanger: true,
    when: ({ isOwn, state }) => isOwn && state === 'waiting',
    run: queries.cancelExport,
    done: () => '已取消申请',
  },
]
