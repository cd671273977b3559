import { useState } from 'react'
import { isIpAddress, isPort, webAddress } from '#packages/web/core/format/address.ts'
import { lastDays, rangeShortcuts } from '#packages/web/core/format/date-range.ts'
import { isEmptyId } from '#packages/web/core/format/empty-id.ts'
import { fileSize } from '#packages/web/core/format/file-size.ts'
import { cleanNumber, moneyWords, numberWords } from '#packages/web/core/format/number.ts'
import { reportTypeOf, reportTypes } from '#packages/web/core/format/report-type.ts'
import { dateOf, dayTime, fullTime, timeAgo } from '#packages/web/core/format/time.ts'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const minute = 60_000
const noon = new Date('2026-11-14T14:05:09+08:00')
const ago = (minutes: number) => timeAgo(noon.getTime() - minutes * minute, noon)

const written: readonly [what: string, words: string][] = [
  ['默认时间', fullTime(noon)],
  ['给人看的时间', dayTime(noon)],
  ['10 位时间戳（秒）', fullTime(1_794_636_309)],
  ['相对时间', [0, 5, 180, 4 * 1440, 5 * 1440].map(ago).join('，')],
  ['数字', numberWords(1_234_567.5)],
  ['金额', moneyWords(38_400)],
  ['文件大小', [18_330, 421_900, 1_572_864, 3_221_225_472].map(fileSize).join('，')],
  ...rangeShortcuts.map(({ label, days }): [string, string] => {
    const { from, to } = lastDays(days, noon)
    return [label, `${dateOf(from)} 至 ${dateOf(to)}`]
  }),
  ['空编号', isEmptyId('00000000-0000-0000-0000-000000000000') ? '视为空' : ''],
  [
    '报表类型',
    Object.values(reportTypes)
      .map((code) => `${code} ${reportTypeOf(code)}`)
      .join('，'),
  ],
]

/** How times, numbers and addresses are written, and what is made of what people type. */
export default function FormatsGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="格式" />
      <Section title="怎样显示">
        <table className={styles['table']}>
          <tbody>
            {written.map(([what, words]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{words}</td>
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
        <Tried label="网址" first="ftp://example.com" of={(text) => webAddress(text)?.href ?? '不是网址'} />
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
