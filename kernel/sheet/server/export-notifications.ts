import { defineTemplate } from '#kernel/message/server/api.ts'

/** The reason is shown only on the page, because people write names and numbers into it. */
export const exportRequestedTemplate = defineTemplate({
  code: 'sheet.export-requested',
  kind: 'todo',
  title: '待审批：{name}申请导出{title}',
  body: '{orgName}{name}申请导出{title}，共{count}{measure}，{masks}。请查看原因并审批，72小时内有效。',
})

export const exportDecidedTemplate = defineTemplate({
  code: 'sheet.export-decided',
  kind: 'notice',
  title: '导出{title}的申请{outcome}',
  body: '{next}',
})
