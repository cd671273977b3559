import { CopyOutlined } from '@ant-design/icons'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useRef, useState, type Ref } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { Grade, TeachingMatrix, Term } from '../../contract.ts'
import { AssignDialog, type AssignmentTarget } from '../components/assign-dialog.tsx'
import { CopyTeachingDialog } from '../components/copy-teaching-dialog.tsx'
import { FreeGroups } from '../components/free-groups.tsx'
import { TeachingSheet, type SheetHandle } from '../components/sheet/teaching-sheet.tsx'
import { TeachingList } from '../components/teaching-list.tsx'
import { ReadinessMatrix } from '../components/readiness/readiness-matrix.tsx'
import { SchoolLine, useSchool } from '../components/school-choice.tsx'
import { teachingMatrixQuery, teachingStaffQuery } from '../teaching-queries.ts'
import { gradesQuery, termsQuery } from '../time-queries.ts'
import styles from './teaching.module.css'

/** 任课安排: the teaching assignments of a school. */
export default function TeachingPage() {
  const { orgId, picker } = useSchool()
  return (
    <div className={styles['page']}>
      <SchoolLine picker={picker} />
      {orgId ? <SchoolTeaching key={orgId} orgId={orgId} /> : <ReadinessMatrix marked="teaching" />}
    </div>
  )
}

function SchoolTeaching({ orgId }: { orgId: string }) {
  const terms = useQuery(termsQuery(orgId))
  const grades = useQuery(gradesQuery(orgId))
  const { search, setSearch } = usePageSearch()
  const isPhone = usePhone()
  const failed = terms.isError ? terms : grades.isError ? grades : undefined
  if (failed) return <PageState status="failed" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!terms.data || !grades.data) return <PageState status="loading" />
  const term = terms.data.find(({ id }) => id === search.get('term')) ?? terms.data.find(({ isCurrent }) => isCurrent)
  const [first] = grades.data
  if (!term || !first) {
    return (
      <div className={styles['card']}>
        <PageState
          status="empty"
          title={term ? '还没有年级和班级' : '还没有学期'}
          text={term ? '请先在“年级班级”中建班。' : '请先在“学期校历”中设置学期。'}
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
  const chosenGrade = grades.data.find(({ id }) => id === search.get('grade'))
  const grade = chosenGrade ?? (isPhone || grades.data.length === 1 ? first : null)
  return (
    <GradeTeaching
      key={`${term.id} ${grade?.id}`}
      orgId={orgId}
      term={term}
      grade={grade}
      put={put}
      terms={terms.data}
      grades={grades.data}
    />
  )
}

interface GradeTeachingProps {
  orgId: string
  terms: readonly Term[]
  grades: readonly Grade[]
  term: Term
  /** Null: all grades. */
  grade: Grade | null
  put: (name: string, value: string) => void
}

function GradeTeaching({ orgId, terms, grades, term, grade, put }: GradeTeachingProps) {
  const reading = teachingMatrixQuery(term.id, grade?.id ?? null, orgId)
  const query = useQuery(reading)
  const isPhone = usePhone()
  const sheet = useRef<SheetHandle>(null)
  const [target, setTarget] = useState<AssignmentTarget>()
  const [isCopying, setCopying] = useState(false)
  const before = termBefore(terms, term)
  const isFixed = term.state === 'sealed'
  const matrix = query.data
  const schoolOrGrade = { orgId, gradeId: grade?.id ?? null, name: grade?.name ?? '全部年级' }
  return (
    <>
      <section className={styles['card']} data-whole={grade ? undefined : ''} aria-label="任课安排">
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
            value={grade?.id ?? all}
            options={gradeOptions(grades, isPhone)}
            onChange={(id) => put('grade', id)}
          />
          {matrix && <span className={styles['note']}>{formatUnassigned(matrix)}</span>}
          {before && (
            <Button
              className={styles['copy']!}
              icon={<Glyph of={CopyOutlined} />}
              disabled={isFixed}
              onClick={() => setCopying(true)}
            >
              从上学期复制
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
          <PageState
            status="empty"
            of="class"
            title={`${schoolOrGrade.name}还没有班级`}
            text="请先在“年级班级”中建班。"
          />
        ) : isPhone ? (
          <TeachingList matrix={matrix} onAssign={setTarget} />
        ) : (
          <LoadedSheet
            ref={sheet}
            orgId={orgId}
            matrix={matrix}
            isFixed={isFixed}
            queryKey={reading.queryKey}
            onAssign={setTarget}
          />
        )}
      </section>
      {grade && matrix && matrix.classes.length > 0 && (
        <FreeGroups matrix={matrix} gradeId={grade.id} onAssign={setTarget} />
      )}
      {matrix && target && (
        <AssignDialog orgId={orgId} matrix={matrix} target={target} onClose={() => setTarget(undefined)} />
      )}
      {before && isCopying && (
        <CopyTeachingDialog
          from={before}
          to={term}
          schoolOrGrade={schoolOrGrade}
          onCopied={isPhone ? undefined : (answer) => sheet.current?.filled(answer)}
          onClose={() => setCopying(false)}
        />
      )}
    </>
  )
}

interface LoadedSheetProps {
  orgId: string
  matrix: TeachingMatrix
  isFixed: boolean
  queryKey: QueryKey
  onAssign: (target: AssignmentTarget) => void
  ref: Ref<SheetHandle>
}

/** Loads the staff, then shows the table. */
function LoadedSheet({ orgId, ...rest }: LoadedSheetProps) {
  const people = useQuery(teachingStaffQuery(orgId))
  if (people.isError) return <PageState status="failed" error={people.error} onRetry={() => void people.refetch()} />
  if (!people.data) return <PageState status="loading" />
  return <TeachingSheet {...rest} people={people.data} />
}

const all = 'all'
/** A phone shows one class at a time, so it has no option for all grades. */
const gradeOptions = (grades: readonly Grade[], isPhone: boolean) => [
  ...(grades.length > 1 && !isPhone ? [{ value: all, label: '全部年级' }] : []),
  ...grades.map(({ id, name }) => ({ value: id, label: name })),
]

/** The last term that started before this one. */
const termBefore = (terms: readonly Term[], term: Term) =>
  terms
    .filter(({ startsOn }) => startsOn < term.startsOn)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn))
    .at(-1)

/** The number of empty cells. */
function formatUnassigned({ cells }: TeachingMatrix) {
  const left = cells.filter(({ assignments }) => assignments.length === 0).length
  return left > 0 ? `${left} 处未安排` : '全部已安排'
}
