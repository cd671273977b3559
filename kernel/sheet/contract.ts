import { z } from 'zod'
import { idOf, pageOf, routesOf } from '#packages/contract'
import {
  dataExportApi,
  decideExportForm,
  exportForm,
  exportPreview,
  exportPreviewForm,
  exportSourceFacts,
  sourceKey,
} from './contract-export.ts'
import {
  applyForm,
  batch,
  batchRow,
  beginImportForm,
  fixAllForm,
  fixForm,
  importBytes,
  mappingForm,
  batchIdForm,
  repaired,
  repairForm,
  replaceForm,
  rowsForm,
  targetFacts,
  targetQuery,
  templateQuery,
  undoPreview,
} from './contract-import.ts'
import { manifest } from './manifest.ts'

export * from './contract-export.ts'
export * from './contract-import.ts'

const route = routesOf(manifest)
const startedTask = z.object({ taskId: idOf('task') })
const exportIdForm = z.object({ id: idOf('data-export') })

/**
 * Imports: the target declares the permission, so the routes are open to staff and the service checks it. A batch is
 * visible only to its owner, in the membership in which it was begun.
 */
export const sheetApi = {
  importTarget: route({
    method: 'GET',
    path: '/api/excel/importTarget',
    title: '导入说明',
    access: 'staff',
    query: targetQuery,
    data: targetFacts,
  }),
  template: route({
    method: 'GET',
    path: '/api/excel/template',
    title: '下载导入模板',
    access: 'staff',
    query: templateQuery,
    ownTransactions: true,
    raw: true,
    data: z.null(),
  }),
  begin: route({
    method: 'POST',
    path: '/api/excel/begin',
    title: '上传导入文件',
    access: 'staff',
    multipart: true,
    uploadBytes: importBytes,
    ownTransactions: true,
    body: beginImportForm,
    data: batchIdForm,
  }),
  batch: route({
    method: 'GET',
    path: '/api/excel/batch',
    title: '导入进度',
    access: 'staff',
    query: batchIdForm,
    data: batch,
  }),
  map: route({
    method: 'POST',
    path: '/api/excel/map',
    title: '确定导入的对应列',
    access: 'staff',
    body: mappingForm,
    data: startedTask,
  }),
  rows: route({
    method: 'POST',
    path: '/api/excel/rows',
    title: '导入的数据行',
    access: 'staff',
    readOnly: true,
    body: rowsForm,
    data: pageOf(batchRow),
  }),
  repair: route({
    method: 'POST',
    path: '/api/excel/repair',
    title: '修正导入数据',
    access: 'staff',
    body: repairForm,
    data: repaired,
  }),
  fix: route({
    method: 'POST',
    path: '/api/excel/cure',
    title: '批量修正导入数据',
    access: 'staff',
    body: fixForm,
    data: repaired,
  }),
  fixAll: route({
    method: 'POST',
    path: '/api/excel/cureAll',
    title: '采用导入数据的修正建议',
    access: 'staff',
    body: fixAllForm,
    data: repaired,
  }),
  replace: route({
    method: 'POST',
    path: '/api/excel/replace',
    title: '批量替换导入数据',
    access: 'staff',
    body: replaceForm,
    data: repaired,
  }),
  apply: route({
    method: 'POST',
    path: '/api/excel/apply',
    title: '执行导入',
    access: 'staff',
    body: applyForm,
    data: startedTask,
  }),
  undoPreview: route({
    method: 'GET',
    path: '/api/excel/undoPreview',
    title: '预览撤销导入',
    access: 'staff',
    query: batchIdForm,
    data: undoPreview,
  }),
  undo: route({
    method: 'POST',
    path: '/api/excel/undo',
    title: '撤销导入',
    access: 'staff',
    body: batchIdForm,
    data: startedTask,
  }),
  /** A file of the wrong rows with the reasons; it can be repaired and imported again. */
  wrongRows: route({
    method: 'POST',
    path: '/api/excel/wrongRows',
    title: '下载错误行',
    access: 'staff',
    body: batchIdForm,
    data: startedTask,
  }),
  discard: route({
    method: 'POST',
    path: '/api/excel/discard',
    title: '取消导入',
    access: 'staff',
    body: batchIdForm,
    data: z.null(),
  }),
  exportSource: route({
    method: 'GET',
    path: '/api/excel/exportSource',
    title: '可导出的列',
    access: 'data.export',
    query: z.object({ source: sourceKey }),
    data: exportSourceFacts,
  }),
  exportPreview: route({
    method: 'POST',
    path: '/api/excel/exportPreview',
    title: '预览导出',
    access: 'data.export',
    readOnly: true,
    /** Previews are rate limited, because a filter by number can be used to guess numbers; the counter is in Redis. */
    ownTransactions: true,
    body: exportPreviewForm,
    data: exportPreview,
  }),
  export: route({
    method: 'POST',
    path: '/api/excel/export',
    title: '导出数据',
    access: 'data.export',
    ownTransactions: true,
    body: exportForm,
    data: z.object({ id: idOf('data-export'), taskId: idOf('task').nullable() }),
  }),
  exports: dataExportApi.list,
  exportDetail: dataExportApi.get,
  /** For those who supervise roles in their scope: exports with unmasked numbers of the last seven days. */
  wholeExports: route({
    method: 'GET',
    path: '/api/excel/wholeExports',
    title: '完整号码导出概况',
    access: 'export.watch',
    data: z.object({
      count: z.int(),
      items: z.array(
        z.object({ title: z.string(), by: z.string(), orgName: z.string(), rows: z.int(), at: z.iso.datetime() }),
      ),
    }),
  }),
  decideExport: route({
    method: 'POST',
    path: '/api/excel/decideExport',
    title: '审批数据导出',
    access: 'export.approve',
    body: decideExportForm,
    data: z.null(),
  }),
  cancelExport: route({
    method: 'POST',
    path: '/api/excel/cancelExport',
    title: '取消导出申请',
    access: 'data.export',
    body: exportIdForm,
    data: z.null(),
  }),
}
