import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { OrganisationDetail } from '#kernel/org/contract.ts'
import type { SettingTypeItem } from '../../contract.ts'
import { organisationQuery, saveSwitches, settingKey, switchNames, type OrgSwitchValues } from '../queries.ts'
import { KeyControl } from './key-control.tsx'
import row from './key-row.module.css'

const about: Readonly<Record<(typeof switchNames)[number], { title: string; about: string }>> = {
  skipsRepairAudit: { title: '报修免审', about: '报修提交后不用审核，直接派单。' },
  skipsAdjustAudit: {
    title: '调课免审',
    about: '同事同意后直接生效，不用审核；停课和移课仍须教务同意。已在等待审核的不受影响。',
  },
  diskOpenToAll: { title: '网盘全员开放', about: '本单位所有人员都可以使用网盘。' },
  classesByAcademic: { title: '教务维护班级', about: '班级在教务应用中维护；教务应用开通之前，仍在“年级班级”中维护。' },
}

/** Columns of the organisation, not a type of the registry; listed with the types. */
export const switchesType: SettingTypeItem = {
  type: 'organisation',
  title: '业务开关',
  app: '单位',
  description: '本单位办理业务时的四个开关。',
  isSecurity: false,
  hasTags: false,
  ownCount: 0,
  keys: switchNames.map((key) => ({ key, title: about[key].title })),
}

export function OrgSwitches({ orgId }: { orgId: string }) {
  const may = useMay()
  const isPhone = usePhone()
  const query = useQuery(organisationQuery(orgId))
  const { data } = query
  if (!data) return <SplitPaneState query={query} />
  return <Form key={data.version} organisation={data} mayEdit={may('org.edit') && !isPhone} />
}

interface FormProps {
  organisation: OrganisationDetail
  mayEdit: boolean
}

function Form({ organisation, mayEdit }: FormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [changed, setChanged] = useState<Partial<OrgSwitchValues>>({})
  const [busy, setBusy] = useState(false)
  const count = Object.keys(changed).length
  useUnsaved(count > 0)
  const change = (name: (typeof switchNames)[number], isOn: boolean) => {
    const { [name]: _before, ...others } = changed
    setChanged(organisation[name] === isOn ? others : { ...others, [name]: isOn })
  }
  const save = async () => {
    setBusy(true)
    try {
      await saveSwitches(organisation, changed)
      toast.success('已保存，立即生效')
      await client.invalidateQueries({ queryKey: settingKey })
    } catch (failed) {
      toast.error(getErrorMessage(failed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SplitPane
      title={switchesType.title}
      about={switchesType.description}
      foot={
        mayEdit && <SaveBar changes={count} isBusy={busy} onSave={() => void save()} onDiscard={() => setChanged({})} />
      }
    >
      {switchNames.map((name) => (
        <div key={name} className={row['row']} role="group" aria-label={about[name].title}>
          <div className={row['head']}>
            <span className={row['title']}>{about[name].title}</span>
            <span className={row['about']}>{about[name].about}</span>
          </div>
          <div className={row['value']}>
            {mayEdit ? (
              <KeyControl
                of={{ key: name, ...about[name], control: { kind: 'switch' }, isJoined: false, standard: false }}
                value={changed[name] ?? organisation[name]}
                onChange={(isOn) => change(name, isOn === true)}
              />
            ) : (
              <span className={row['shown']}>{organisation[name] ? '开启' : '关闭'}</span>
            )}
          </div>
        </div>
      ))}
    </SplitPane>
  )
}
