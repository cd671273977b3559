import { LeftOutlined, PrinterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatDayTime, formatWeekday } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { termsQuery, useSchool } from '#kernel/schooling/web/desk-api.ts'
import type { StudentTerm } from '../../contract.ts'
import { studentTermQuery } from '../attendance-queries.ts'
import { FigureLine } from './figure-line.tsx'
import { MarkLegend } from './mark-legend.tsx'
import { describeMark, markLetters } from './mark-text.ts'
import { listExceptions } from './term-days.ts'
import { TermMap } from './term-map.tsx'
import { TermSheet } from './term-sheet.tsx'
import marks from './mark-cell.module.css'
import board from '../pages/board.module.css'
import map from './term-map.module.css'
import styles from './student-term.module.css'

interface Props {
  studentId: string
  onClose: () => void
}

/** 学生考勤: the term of one pupil, instead of the page from which it was opened. */
export function StudentTermPage({ studentId, onClose }: Props) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const { orgId } = useSchool()
  const termId = search.get('term')
  const query = useQuery({ ...studentTermQuery(studentId, termId), placeholderData: keepPreviousData })
  const { data: terms = [] } = useQuery(termsQuery(orgId ?? null))
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  const begun = terms.filter(({ state }) => state !== 'coming')
  return (
    <div className={board['page']}>
      <div className={styles['head']}>
        <Button className="no-print" icon={<Glyph of={LeftOutlined} />} onClick={onClose}>
          返回
        </Button>
        <h1>{data ? `${data.name}的考勤` : '学生考勤'}</h1>
        {data && <span className={styles['about']}>{`${data.className}　${data.termName}`}</span>}
        <span className={styles['tools']}>
          {begun.length > 1 && (
            <PlainSelect
              label="学期"
              value={termId ?? begun.find(({ isCurrent }) => isCurrent)?.id ?? ''}
              options={begun.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(term) => setParams({ term }, { replace: true })}
            />
          )}
          <Button
            className="no-print"
            icon={<Glyph of={PrinterOutlined} />}
            disabled={!data}
            onClick={() => setPrinting(true)}
          >
            打印学期考勤单
          </Button>
        </span>
      </div>
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <div className={board['content']} aria-busy={isPlaceholderData}>
          <Term of={data} />
        </div>
      ) : (
        <div className={board['card']}>
          {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
        </div>
      )}
      {isPrinting && data && <TermSheet of={data} onDone={() => setPrinting(false)} />}
    </div>
  )
}

function Term({ of }: { of: StudentTerm }) {
  const isPhone = usePhone()
  const isBig = useBigText()
  const exceptions = listExceptions(of.days)
  return (
    <>
      <FigureLine of={of.figures} />
      <section className={styles['card']} aria-label="学期日历">
        <TermMap of={of} isTall={isPhone || isBig} />
        <MarkLegend>
          <li>
            <span className={map['free']} aria-hidden="true" />
            没有课
          </li>
        </MarkLegend>
      </section>
      <div className={styles['two']}>
        <section className={styles['card']} aria-label="缺课、请假、迟到、早退">
          <h2>{`缺课、请假、迟到、早退 ${exceptions.length} 节`}</h2>
          {exceptions.length === 0 ? (
            <p className={styles['none']}>本学期没有缺课、请假、迟到和早退。</p>
          ) : (
            <ul className={styles['rows']}>
              {exceptions.map((one) => (
                <li key={`${one.day} ${one.lessonId}`}>
                  <span className={marks['mark']} data-status={one.status} aria-hidden="true">
                    {markLetters[one.status]}
                  </span>
                  <span>{formatWeekday(one.day)}</span>
                  <span>{`${one.periodName} ${one.subjectName}`}</span>
                  <span>{describeMark(one)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className={styles['card']} aria-label="修改记录">
          <h2>修改记录</h2>
          {of.amendments.length === 0 ? (
            <p className={styles['none']}>没有修改过。</p>
          ) : (
            <ul className={styles['amendments']}>
              {of.amendments.map((one) => (
                <li key={`${one.at} ${one.lesson}`}>
                  <p>
                    {one.lesson}　{one.before} → {one.after}
                  </p>
                  <p className={styles['second']}>{`${one.by} ${formatDayTime(one.at)}　${one.reason}`}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  )
}
