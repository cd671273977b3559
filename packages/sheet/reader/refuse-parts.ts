import { BadSheet } from './bad-sheet.ts'
import { sheetLimits } from './limits.ts'

/** Refuses a workbook by the names of its parts; their content is not read here. */
export function refuseParts(names: readonly string[]) {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^mimetype$/) && has(/^content\.xml$/))
    throw new BadSheet('不支持 .ods 文件，请用 Excel 或 WPS 另存为 .xlsx 后上传')
  if (has(/vbaProject\.bin$|vbaData\.xml$|(^|\/)(macrosheets|dialogsheets|activeX|ctrlProps)\//i))
    throw new BadSheet('文件含有宏或控件，请另存为 .xlsx（不含宏）后上传')
  if (has(/^xl\/workbook\.bin$/i)) throw new BadSheet('不支持 .xlsb 文件，请用 Excel 另存为 .xlsx 后上传')
  if (has(/^xl\/externalLinks\//i))
    throw new BadSheet('文件引用了其他文件，请在 Excel 的“数据 → 编辑链接”中断开链接后上传')
  if (has(/^xl\/(connections\.xml|queryTables\/|model\/)/i))
    throw new BadSheet('文件连接了外部数据，请把内容复制到新的工作簿中再上传')
  if (has(/\.(exe|dll|js|vbs|bat|cmd|hta|html?|ps1|jar|lnk|scr|msi)$/i))
    throw new BadSheet('文件里嵌有程序，请把内容复制到新的工作簿中再上传')
  if (names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).length > sheetLimits.sheets)
    throw new BadSheet(`工作表超过${sheetLimits.sheets}个，请删除多余的后上传`)
  if (!has(/^\[Content_Types\]\.xml$/) || !has(/^xl\//i))
    throw new BadSheet('这不是 Excel 文件，请用 Excel 另存为 .xlsx 后上传')
}
