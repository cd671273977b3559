import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { Grade, TeachingMatrix, Term } from '../../contract.ts'
import { AssignDialog, type Aim } from '../components/assign-dialog.tsx'
import { CopyDialog } from '../components/copy-dialog.tsx'
import { FreeGroups } from '../components/free-groups.tsx'
import { MatrixTable } from '../components/teaching-matrix.tsx'
import { MatrixList } from '../components/teaching-phone.tsx'
import { ReadinessMatrix } from '../components/readiness/matrix.tsx'
import { SchoolLine, useSchool } from '../components/which-school.tsx'
import { matrixOf } from '../teaching-queries.ts'
import { gradesOf, termsOf } from '../time-queries.ts'
import styles from './teaching.module.css'

/** 任课安排: who teaches what to the classes of a grade. */
export default function TeachingPage() {
  const { orgId, picker } = useSchool()
  return (
    <div className={styles['page']}>
      <SchoolLine picker={picker} />
      {orgId ? <OfSchool key={orgId} orgId={orgId} /> : <ReadinessMatrix marked="teaching" />}
    </div>
  )
}

function OfSchool({ orgId }: { orgId: string }) {
  const terms = useQuery(termsOf(orgId))
  const grades = useQuery(gradesOf(orgId))
  const { search, setSearch } = usePageSearch()
  const failed = terms.isError ? terms : grades.isError ? grades : undefined
  if (failed) return <PageState status="failed" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!terms.data || !grades.data) return <PageState status="loading" />
  const term = terms.data.find(({ id }) => id === search.get('term')) ?? terms.data.find(({ isCurrent }) => isCurrent)
  const grade = grades.data.find(({ id }) => id === search.get('grade')) ?? grades.data[0]
  if (!term || !grade) {
    return (
      <div className={styles['card']}>
        <PageState
          status="empty"
          title={term ? '还没有年级和班级' : '还没有学期'}
          words={term ? '请先在“年级班级”中建班。' : '请先在“学期校历”中设置学期。'}
        />
      </div>
    )
  }
  const put = (name: string, value: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  return (
    <OfGrade key={`${term.id} ${grade.id}`} {...{ orgId, term, grade, put }} terms={terms.data} grades={grades.data} />
  )
}

interface GradeProps {
  orgId: string
  terms: readonly Term[]
  grades: readonly Grade[]
  term: Term
  grade: Grade
  put: (name: string, value: string) => void
}

function OfGrade({ orgId, terms, grades, term, grade, put }: GradeProps) {
  const query = useQuery(matrixOf(term.id, grade.id))
  const isPhone = usePhone()
  const [aim, setAim] = useState<Aim>()
  const [isCopying, setCopying] = useState(false)
  const before = termBefore(terms, term)
  const matrix = query.data
  return (
    <>
      <section className={styles['card']} aria-label="任课表">
        <div className={styles['bar']}>
          <PlainSelect
            className={styles['term']!}
            label="学期"
            value={term.id}
            options={terms.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => put('term', id)}
          />
          <PlainSelect
            className={styles['grade']!}
            label="年级"
            value={grade.id}
            options={grades.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => put('grade', id)}
          />
          {matrix && <span className={styles['note']}>{leftWords(matrix)}</span>}
          {before && (
            <Button
              className={styles['copy']!}
              icon={<Glyph of={CopyOutlined} />}
              disabled={term.state === 'sealed'}
              onClick={() => setCopying(true)}
            >
              沿用上学期
            </Button>
          )}
        </div>
        {!matrix ? (
          query.isError ? (
            <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <PageState status="loading" />
          )
        ) : matrix.classes.length === 0 ? (
          <PageState status="empty" of="class" title={`${grade.name}还没有班级`} words="请先在“年级班级”中建班。" />
        ) : isPhone ? (
          <MatrixList matrix={matrix} onAim={setAim} />
        ) : (
          <MatrixTable matrix={matrix} onAim={setAim} />
        )}
      </section>
      {matrix && matrix.classes.length > 0 && <FreeGroups matrix={matrix} gradeId={grade.id} onAim={setAim} />}
      {matrix && aim && <AssignDialog {...{ orgId, matrix, aim }} onClose={() => setAim(undefined)} />}
      {before && isCopying && <CopyDialog from={before} to={term} grade={grade} onClose={() => setCopying(false)} />}
    </>
  )
}

/** The last term that began earlier. */
const termBefore = (terms: readonly Term[], term: Term) =>
  terms
    .filter(({ startsOn }) => startsOn < term.startsOn)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn))
    .at(-1)

/** How much is still to be arranged. */
function leftWords({ cells }: TeachingMatrix) {
  const left = cells.filter(({ assignments }) => assignments.length === 0).length
  return left > 0 ? `${left} 处未安排` : '全部已安排'
}
