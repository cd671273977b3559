import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { appAudiences } from '#packages/contract'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SplitList, type SplitItem } from '#packages/web/desk/split-page/split-list.tsx'
import { appTree, orgGrantsQuery, peopleQuery, roleChoices, type RelationKind } from '../../grant-queries.ts'
import { buildOrgRows } from './org-grant-draft.ts'
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
  const objects = useObjectList(kind, wanted)
  return (
    <SplitList
      label="授权对象"
      kinds={
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
      }
      search={{
        label: `搜索${relationKindNames[kind]}`,
        placeholder: searches[kind],
        value: keyword,
        onChange: setKeyword,
      }}
      state={
        kind === 3 && wanted === '' ? (
          <p className={styles['hint']}>输入姓名查找。</p>
        ) : (
          <QueryState query={objects}>
            {(items) =>
              items.length === 0 && (
                <PageState status="noMatch" title="没有找到" text="换个词试试。" onClear={() => setKeyword('')} />
              )
            }
          </QueryState>
        )
      }
      groups={[{ key: String(kind), items: objects.data?.slice(0, maxShown) ?? [] }]}
      chosen={chosen}
      onChoose={(id) => onChoose(kind, id)}
    />
  )
}

/** More entries are not useful to scroll through; a longer keyword finds them. */
const maxShown = 400

/** What can be chosen, found by name. */
function useObjectList(kind: RelationKind, wanted: string) {
  const orgs = useOrganisations()
  const roles = useQuery({ ...roleChoices, enabled: kind === 2 })
  const people = useQuery({ ...peopleQuery(wanted), enabled: kind === 3 && wanted !== '' })
  const lists: Record<RelationKind, readonly SplitItem[] | undefined> = {
    1: orgs.data
      ?.filter(({ name }) => name.includes(wanted))
      .map(({ id, name, level }) => ({ key: id, label: name, depth: wanted ? 0 : level - 1 })),
    2: roles.data
      ?.filter(({ name }) => name.includes(wanted))
      .map(({ id, name, orgName, memberCount }) => ({ key: id, label: name, note: orgName || `${memberCount} 人` })),
    3:
      wanted === ''
        ? []
        : people.data?.map(({ userId, name, orgName }) => ({ key: userId, label: name, note: orgName })),
  }
  const { error, refetch } = { 1: orgs, 2: roles, 3: people }[kind]
  return { data: lists[kind], error, refetch }
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
    error: apps.error ?? orgs.error,
    refetch: () => Promise.all([apps.refetch(), orgs.refetch()]),
  }
}
