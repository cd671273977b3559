import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { appAudiences } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { appTree, orgGrantsQuery, peopleQuery, roleChoices, type RelationKind } from '../../grant-queries.ts'
import { buildOrgRows } from './org-grant-draft.ts'
import nav from './app-nav.module.css'
import styles from './grants-by-object.module.css'

/** The object whose applications are shown. */
export interface ChosenObject {
  kind: RelationKind
  id: string
  name: string
}

interface Props {
  kind: RelationKind
  chosen: string | undefined
  onChoose: (kind: RelationKind, id?: string) => void
}

const kinds: readonly RelationKind[] = [1, 2, 3]
export const relationKindNames: Record<RelationKind, string> = { 1: '单位', 2: '角色', 3: '人员' }
const searches: Record<RelationKind, string> = { 1: '单位名称', 2: '角色名称', 3: '姓名、拼音或首字母' }

/** Organisations, roles and people, found by name. */
export function ObjectPane({ kind, chosen, onChoose }: Props) {
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const List = lists[kind]
  return (
    <nav className={nav['list']} aria-label="授权对象">
      <div className={nav['search']}>
        <div className={styles['kinds']} role="group" aria-label="授权对象的种类">
          {kinds.map((one) => (
            <button
              key={one}
              type="button"
              className={styles['kind']}
              aria-pressed={one === kind}
              onClick={() => {
                setKeyword('')
                onChoose(one)
              }}
            >
              {relationKindNames[one]}
            </button>
          ))}
        </div>
        <Input
          type="search"
          aria-label={`搜索${relationKindNames[kind]}`}
          placeholder={searches[kind]}
          prefix={<Glyph of={SearchOutlined} />}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </div>
      <div className={nav['groups']}>
        <List
          wanted={wanted}
          isChosen={(id) => chosen === id}
          onChoose={(id) => onChoose(kind, id)}
          onClear={() => setKeyword('')}
        />
      </div>
    </nav>
  )
}

interface ListProps {
  wanted: string
  isChosen: (id: string) => boolean
  onChoose: (id: string) => void
  onClear: () => void
}

interface Entry {
  id: string
  name: string
  about?: string
  /** The depth in the tree. */
  depth?: number
}

/** More entries are not useful to scroll through; a longer keyword finds them. */
const maxShown = 400

function Entries({ entries, isChosen, onChoose, onClear }: ListProps & { entries: readonly Entry[] }) {
  if (entries.length === 0) return <PageState status="noMatch" title="没有找到" text="换个词试试。" onClear={onClear} />
  return (
    <ul>
      {entries.slice(0, maxShown).map(({ id, name, about, depth = 0 }) => (
        <li key={id} className={styles['entry']}>
          <button
            type="button"
            className={nav['app']}
            style={{ paddingInlineStart: 16 + depth * 16 }}
            aria-current={isChosen(id) ? 'page' : undefined}
            onClick={() => onChoose(id)}
          >
            <span>{name}</span>
            {about && <span className={nav['audience']}>{about}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Read<Data> {
  data: Data | undefined
  isError: boolean
  error: unknown
  refetch: () => Promise<unknown>
}

function Shown<Data>({ query, draw }: { query: Read<Data>; draw: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return draw(query.data)
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  return <PageState status="loading" />
}

/** The audiences of applications that are not granted to organisations. */
const ungrantedAudiences: readonly number[] = [appAudiences.public.code, appAudiences.administrators.code]

/** The organisations in the caller's scope are the same for every application, so the first one is used. */
export function useOrganisations() {
  const apps = useQuery(appTree)
  const first = apps.data?.flatMap(({ children }) => children).find(({ power }) => !ungrantedAudiences.includes(power))
  const orgs = useQuery({ ...orgGrantsQuery(first?.id ?? ''), enabled: first !== undefined })
  const rows = useMemo(() => orgs.data && buildOrgRows(orgs.data, new Map()), [orgs.data])
  const isNone = apps.data !== undefined && first === undefined
  return {
    data: isNone ? [] : rows,
    isError: apps.isError || orgs.isError,
    error: apps.error ?? orgs.error,
    refetch: () => Promise.all([apps.refetch(), orgs.refetch()]),
  }
}

function Organisations(props: ListProps) {
  const query = useOrganisations()
  return (
    <Shown
      query={query}
      draw={(rows) => (
        <Entries
          {...props}
          entries={rows
            .filter(({ name }) => name.includes(props.wanted))
            .map(({ id, name, level }) => ({ id, name, ...(!props.wanted && { depth: level - 1 }) }))}
        />
      )}
    />
  )
}

function Roles(props: ListProps) {
  const query = useQuery(roleChoices)
  return (
    <Shown
      query={query}
      draw={(roles) => (
        <Entries
          {...props}
          entries={roles
            .filter(({ name }) => name.includes(props.wanted))
            .map(({ id, name, orgName, memberCount }) => ({ id, name, about: orgName || `${memberCount} 人` }))}
        />
      )}
    />
  )
}

function People(props: ListProps) {
  const hasKeyword = props.wanted.trim() !== ''
  const query = useQuery({ ...peopleQuery(props.wanted), enabled: hasKeyword })
  if (!hasKeyword) return <p className={styles['hint']}>输入姓名查找。</p>
  return (
    <Shown
      query={query}
      draw={(people) => (
        <Entries
          {...props}
          entries={people.map(({ userId, name, orgName }) => ({ id: userId, name, about: orgName }))}
        />
      )}
    />
  )
}

const lists: Record<RelationKind, (props: ListProps) => ReactNode> = { 1: Organisations, 2: Roles, 3: People }
