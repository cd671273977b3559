import { useState } from 'react'
import { isIpAddress, isPort, findWebAddress } from '#packages/web/core/format/network-address.ts'
import { getLastDays, rangeShortcuts } from '#packages/web/core/format/date-range.ts'
import { isEmptyId } from '#packages/web/core/format/empty-id.ts'
import { formatFileSize } from '#packages/web/core/format/file-size.ts'
import { cleanNumber, formatMoney, formatNumber } from '#packages/web/core/format/number.ts'
import { findReportType, reportTypes } from '#packages/web/core/format/report-type.ts'
import { formatDate, formatDayTime, formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const minute = 60_000
const noon = new Date('2026-11-14T14:05:09+08:00')
const ago = (minutes: number) => formatTimeAgo(noon.getTime() - minutes * minute, noon)

const written: readonly [what: string, text: string][] = [
  ['默认时间', formatDateTime(noon)],
  ['给人看的时间', formatDayTime(noon)],
  ['10 位时间戳（秒）', formatDateTime(1_794_636_309)],
  ['相对时间', [0, 5, 180, 4 * 1440, 5 * 1440].map(ago).join('，')],
  ['数字', formatNumber(1_234_567.5)],
  ['金额', formatMoney(38_400)],
  ['文件大小', [18_330, 421_900, 1_572_864, 3_221_225_472].map(formatFileSize).join('，')],
  ...rangeShortcuts.map(({ label, days }): [string, string] => {
    const { from, to } = getLastDays(days, noon)
    return [label, `${formatDate(from)} 至 ${formatDate(to)}`]
  }),
  ['空编号', isEmptyId('00000000-0000-0000-0000-000000000000') ? '视为空' : ''],
  [
    '报表类型',
    Object.values(reportTypes)
      .map((code) => `${code} ${findReportType(code)}`)
      .join('，'),
  ],
]

/** The formats of times, numbers and addresses, and the parsing of typed text. */
export default function FormatsGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="格式" />
      <Section title="怎样显示">
        <table className={styles['table']}>
          <tbody>
            {written.map(([what, text]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="怎样检查">
        <Tried label="整数" first="约 1200 人" of={(text) => cleanNumber(text)} />
        <Tried label="小数" first="12.345 元" of={(text) => cleanNumber(text, true)} />
        <Tried label="IP 地址" first="192.168.1.20" of={(text) => (isIpAddress(text) ? '正确' : '不正确')} />
        <Tried label="端口" first="65536" of={(text) => (isPort(text) ? '正确' : '应为 0 至 65535')} />
        <Tried label="网址" first="ftp://example.com" of={(text) => findWebAddress(text)?.href ?? '不是网址'} />
      </Section>
    </div>
  )
}

function Tried({ label, first, of }: { label: string; first: string; of: (text: string) => string }) {
  const [text, setText] = useState(first)
  return (
    <p className={styles['row']}>
      <label className={styles['labelled']}>
        {label}
        <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <output>{of(text)}</output>
    </p>
  )
}
