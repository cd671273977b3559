import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { objectAppsQuery, personNameQuery, roleChoices, type RelationKind } from '../../grant-queries.ts'
import { AppChecklist } from './app-checklist.tsx'
import { relationKindNames, ObjectPane, useOrganisations, type ChosenObject } from './object-pane.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.tsx'
import frame from './frame.module.css'
import styles from './grants-by-object.module.css'

const parseRelationKind = (text: string | null): RelationKind => (text === '2' ? 2 : text === '3' ? 3 : 1)

/** 按对象: one organisation, role or person and all its applications. */
export function GrantsByObject({ go, setDirty }: GuardedNavigation) {
  const { search } = usePageSearch()
  const isPhone = usePhone()
  const mayGrant = useMay()('app.grant')
  const kind = parseRelationKind(search.get('kind'))
  const id = search.get('object') ?? undefined
  const name = useObjectName(kind, id)
  const choose = (of: RelationKind, object?: string) => go({ tab: 'object', kind: String(of), object })
  const pane = <ObjectPane kind={kind} chosen={id} onChoose={choose} />
  const apps = id ? (
    <Apps key={`${kind} ${id}`} chosen={{ kind, id, name }} onDirty={setDirty} />
  ) : (
    <section className={styles['card']}>
      <PageState
        status="empty"
        title={`请选择${relationKindNames[kind]}`}
        text={mayGrant ? '选好后，勾选它可以使用的应用。' : '选好后，可以看到它能使用的应用。'}
      />
    </section>
  )
  if (isPhone)
    return id ? (
      <>
        <div className={frame['back']}>
          <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={() => choose(kind)}>
            {`全部${relationKindNames[kind]}`}
          </Button>
        </div>
        {apps}
      </>
    ) : (
      pane
    )
  return (
    <div className={frame['page']}>
      <div className={frame['line']}>
        <ActionLine note="一个单位、角色或人员可以使用哪些应用" />
      </div>
      <div className={frame['panes']}>
        {pane}
        {apps}
      </div>
    </div>
  )
}

/** The name is fetched, because addresses must not contain names. */
function useObjectName(kind: RelationKind, id: string | undefined) {
  const orgs = useOrganisations()
  const roles = useQuery({ ...roleChoices, enabled: kind === 2 })
  const person = useQuery({ ...personNameQuery(id ?? ''), enabled: kind === 3 && id !== undefined })
  const names: Record<RelationKind, string | undefined> = {
    1: orgs.data?.find((row) => row.id === id)?.name,
    2: roles.data?.find((role) => role.id === id)?.name,
    3: person.data,
  }
  return names[kind] ?? ''
}

function Apps({ chosen, onDirty }: { chosen: ChosenObject; onDirty: (isDirty: boolean) => void }) {
  const { data, isError, error, refetch } = useQuery(objectAppsQuery(chosen.kind, chosen.id))
  if (!data)
    return (
      <section className={styles['card']}>
        {isError ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageState status="loading" />
        )}
      </section>
    )
  return <AppChecklist chosen={chosen} categories={data} onDirty={onDirty} />
}
