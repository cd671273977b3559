import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SearchField } from '#packages/web/desk/search-field.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { readinessSorts, type ReadinessSort } from '../../../contract.ts'
import { readinessPageQuery, type ReadinessPage } from '../../readiness-queries.ts'
import { RemindDialog } from './remind-dialog.tsx'
import { SchoolCards } from './school-cards.tsx'
import { SchoolTable } from './school-table.tsx'
import { stepColumns } from './step-columns.tsx'
import { useVisit } from './use-visit.ts'
import styles from './readiness-matrix.module.css'

const pageSize = 20

/** Sorting, search and page are in the URL, next to the other parameters of the page. */
function useReadinessState() {
  const { search, setSearch } = usePageSearch()
  const text = search.get('sort') ?? ''
  const key = readinessSorts.find((one) => one === text.replace(/^-/, '')) ?? 'sort'
  const put = (changes: Record<string, string>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  return {
    readinessQuery: {
      keyword: search.get('keyword') ?? '',
      isOpenOnly: search.get('only') === 'open',
      sort: { key: key as ReadinessSort, desc: text.startsWith('-') },
      pageNumber: Math.max(1, Number(search.get('page')) || 1),
      pageSize,
    },
    put,
  }
}

interface Props {
  /** The highlighted column. */
  marked?: string
}

/**
 * Set-up progress of the schools: a row per school, a column per step. The district sees it where a school sees its own
 * set-up.
 */
export function ReadinessMatrix({ marked }: Props) {
  const { readinessQuery, put } = useReadinessState()
  const query = useQuery(readinessPageQuery(readinessQuery))
  const visit = useVisit()
  const isPhone = usePhone()
  const { data } = query
  if (!data) {
    if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
    return <PageState status="loading" />
  }
  const table = (
    <SchoolTable
      label="各校设置进度"
      schools={data.items}
      columns={stepColumns}
      {...(marked && { marked })}
      sort={readinessQuery.sort}
      onSort={({ key, desc }) => put({ sort: key === 'sort' ? '' : desc ? `-${key}` : key })}
      visit={visit}
    />
  )
  return (
    <section className={styles['card']} aria-label="各校设置进度">
      <Head data={data} readinessQuery={readinessQuery} put={put} />
      {data.items.length === 0 ? (
        <Nothing data={data} keyword={readinessQuery.keyword} onClear={() => put({ keyword: '' })} />
      ) : isPhone ? (
        <SchoolCards schools={data.items} visit={visit} />
      ) : (
        table
      )}
      {data.pageCount > 1 && (
        <div className={styles['foot']}>
          <Pager
            current={readinessQuery.pageNumber}
            pageSize={pageSize}
            total={data.itemCount}
            isSimple={isPhone}
            onChange={(page) => put({ page: String(page) })}
          />
        </div>
      )}
    </section>
  )
}

interface HeadProps extends ReturnType<typeof useReadinessState> {
  data: ReadinessPage
}

function Head({ data: { schoolCount, openCount }, readinessQuery, put }: HeadProps) {
  const may = useMay()
  const [isReminding, setReminding] = useState(false)
  const [keyword, setKeyword] = useState(readinessQuery.keyword)
  return (
    <header className={styles['head']}>
      <h2 className={styles['title']}>
        {openCount > 0 ? `${openCount} 所学校还没准备好` : '所有学校都已准备好'}
        <span className={styles['note']}>共 {schoolCount} 所</span>
      </h2>
      <div className={styles['tools']}>
        <form
          className={styles['search']}
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            put({ keyword: keyword.trim() })
          }}
        >
          <SearchField
            label="搜索学校"
            placeholder="学校名称或拼音首字母"
            maxLength={50}
            value={keyword}
            onChange={setKeyword}
          />
        </form>
        <span className={styles['only']}>
          <Checkbox
            isOn={readinessQuery.isOpenOnly}
            onChange={({ target }) => put({ only: target.checked ? 'open' : '' })}
          >
            只看未完成
          </Checkbox>
        </span>
        {may('class.edit') && openCount > 0 && (
          <Button type="primary" icon={<Glyph of={BellOutlined} />} onClick={() => setReminding(true)}>
            一键催办
          </Button>
        )}
      </div>
      {isReminding && <RemindDialog onClose={() => setReminding(false)} />}
    </header>
  )
}

interface NothingProps {
  data: ReadinessPage
  keyword: string
  onClear: () => void
}

function Nothing({ data: { schoolCount }, keyword, onClear }: NothingProps) {
  if (schoolCount === 0) return <PageState status="empty" title="还没有学校" text="请先在“组织机构”中新建学校。" />
  if (keyword) return <PageState status="noMatch" title="未找到相关学校" onClear={onClear} />
  return <PageState status="empty" title="所有学校都已准备好" text="取消“只看未完成”可查看全部学校。" />
}
