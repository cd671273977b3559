import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Term } from '#kernel/schooling/contract.ts'
import { SchoolLine, termsQuery, useSchool } from '#kernel/schooling/web/desk-api.ts'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import styles from './term-page.module.css'

/** The school and the term of a page. */
export interface SchoolTerm {
  orgId: string
  term: Term
  /** The term before it, if there is one. */
  before: Term | undefined
  /** Whether the term is open for changes. */
  isOpen: boolean
  /** The choices of the school and the term, for the first line of the page. */
  choices: ReactNode
}

interface Props {
  /** Why a school must be chosen first: 课表按学校编排. */
  about: string
  children: (place: SchoolTerm) => ReactNode
}

/** A page about one term of one school: those in the address, or else the user's own school and the current term. */
export function TermPage({ about, children }: Props) {
  const { orgId, picker } = useSchool()
  return (
    <div className={styles['page']}>
      {orgId ? (
        <OfSchool key={orgId} orgId={orgId} picker={picker}>
          {children}
        </OfSchool>
      ) : (
        <>
          <SchoolLine picker={picker} />
          <PageCard>
            <PageState status="empty" of="class" title="请选择学校" text={about} />
          </PageCard>
        </>
      )}
    </div>
  )
}

/** The white block with the content of such a page. */
export const PageCard = ({ children }: { children: ReactNode }) => <div className={styles['card']}>{children}</div>

interface OfSchoolProps {
  orgId: string
  picker: ReactNode
  children: Props['children']
}

function OfSchool({ orgId, picker, children }: OfSchoolProps) {
  const query = useQuery(termsQuery(orgId))
  const { search } = usePageSearch()
  const setParams = useSetParams()
  return (
    <QueryState query={query}>
      {(terms) => {
        const term = terms.find(({ id }) => id === search.get('term')) ?? terms.find(({ isCurrent }) => isCurrent)
        if (!term) {
          return (
            <PageCard>
              <PageState status="empty" title="还没有学期" text="请先在“学期校历”中设置学期。" />
            </PageCard>
          )
        }
        const choices = (
          <>
            {picker}
            <PlainSelect
              className={styles['term']!}
              label="学期"
              value={term.id}
              options={terms.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => setParams({ term: id, version: null })}
            />
          </>
        )
        return children({ orgId, term, before: findTermBefore(terms, term), isOpen: term.state !== 'sealed', choices })
      }}
    </QueryState>
  )
}

/** The last term that started before this one. */
const findTermBefore = (terms: readonly Term[], term: Term) =>
  terms
    .filter(({ startsOn }) => startsOn < term.startsOn)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn))
    .at(-1)
