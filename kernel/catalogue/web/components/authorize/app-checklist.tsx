import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import type { RelationTree } from '../../../contract.ts'
import { grantKey, saveObjectApps } from '../../grant-queries.ts'
import { formatAppName } from '../../application-queries.ts'
import { getAppAudience } from './app-nav.tsx'
import { UpcomingTag } from './upcoming-grant.tsx'
import { relationKindNames, type ChosenObject } from './object-pane.tsx'
import styles from './grants-by-object.module.css'

interface Props {
  chosen: ChosenObject
  categories: readonly RelationTree[]
}

/** All applications by category, ticked where the organisation, role or person has them. */
export function AppChecklist({ chosen, categories }: Props) {
  const apps = categories.flatMap(({ children }) => children)
  const had = new Set(apps.filter(({ isRelation }) => isRelation).map(({ key }) => key))
  const [edited, setEdited] = useState<ReadonlySet<string>>()
  const has = edited ?? had
  const given = [...has].filter((key) => !had.has(key)).length
  const taken = [...had].filter((key) => !has.has(key)).length
  const isDirty = given + taken > 0
  const coming = apps.filter(({ key, comesOn }) => comesOn !== null && !has.has(key)).length
  const mayGrant = useMay()('app.grant')
  const { isBusy, save } = useSaveApps(chosen, [...has], () => setEdited(undefined))
  useUnsaved(isDirty)
  const set = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(has)
    for (const key of keys)
      if (isOn) next.add(key)
      else next.delete(key)
    setEdited(next)
  }
  return (
    <SplitPane
      label={`${chosen.name}的应用`}
      title={chosen.name || relationKindNames[chosen.kind]}
      mark={
        <span className={styles['count']}>
          {`可用 ${has.size} / ${apps.length} 个应用${coming > 0 ? `，待生效 ${coming} 个` : ''}`}
        </span>
      }
      foot={
        mayGrant && (
          <SaveBar
            changes={given + taken}
            isBusy={isBusy}
            impact={
              isDirty && (
                <span>
                  {[given > 0 && `将开通 ${given} 个应用`, taken > 0 && `取消 ${taken} 个`].filter(Boolean).join('，')}
                </span>
              )
            }
            onSave={() => void save()}
            onDiscard={() => setEdited(undefined)}
          />
        )
      }
    >
      {apps.length === 0 ? (
        <PageState status="empty" title="没有可以授权给它的应用" text="应用登记并通过审核后，可以在这里授权。" />
      ) : (
        <div className={styles['shelves']}>
          {categories
            .filter(({ children }) => children.length > 0)
            .map((group) => (
              <CategoryChecklist key={group.id} group={group} had={had} has={has} onSet={mayGrant ? set : undefined} />
            ))}
        </div>
      )}
    </SplitPane>
  )
}

function useSaveApps({ kind, id }: ChosenObject, keys: string[], onSaved: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { given, taken } = await saveObjectApps(kind, id, keys)
      toast.success(`已保存，开通 ${given} 个，取消 ${taken} 个`)
      await client.invalidateQueries({ queryKey: grantKey })
      onSaved()
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setBusy(false)
  }
  return { isBusy, save }
}

interface CategoryProps {
  group: RelationTree
  had: ReadonlySet<string>
  has: ReadonlySet<string>
  /** Undefined for a caller who may only review. */
  onSet: ((keys: readonly string[], isOn: boolean) => void) | undefined
}

function CategoryChecklist({ group, had, has, onSet }: CategoryProps) {
  const keys = group.children.map(({ key }) => key)
  const isAll = keys.every((key) => has.has(key))
  return (
    <fieldset className={styles['shelf']}>
      <legend className={styles['legend']}>
        {group.name}
        {onSet && (
          <Button
            type="link"
            size="small"
            aria-label={`${isAll ? '全不选' : '全选'} ${group.name}`}
            onClick={() => onSet(keys, !isAll)}
          >
            {isAll ? '全不选' : '全选'}
          </Button>
        )}
      </legend>
      <ul>
        {group.children.map((app) => {
          const isOn = has.has(app.key)
          return (
            <li key={app.key} data-change={isOn === had.has(app.key) ? undefined : isOn ? 'gain' : 'lose'}>
              <Checkbox isOn={isOn} isFixed={!onSet} onChange={() => onSet?.([app.key], !isOn)}>
                <span className={styles['name']}>{formatAppName(app)}</span>
                {app.comesOn && !isOn && <UpcomingTag on={app.comesOn} />}
                <span className={styles['audience']}>{getAppAudience(app.power)}</span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
