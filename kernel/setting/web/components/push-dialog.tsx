import { CheckCircleFilled } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Radio } from 'antd'
import { useDeferredValue, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { SettingKeySchema, SettingPushForm, SettingPushPreview, SettingState } from '../../contract.ts'
import { pushPreviewQuery, pushSetting, settingKey, undoPush } from '../queries.ts'
import { KeyControl } from './key-control.tsx'
import { SchoolChoice } from './school-choice.tsx'
import styles from './push-dialog.module.css'

interface Props {
  state: SettingState
  onClose: () => void
}

const getPreviewText = ({ changing, same, blocked }: SettingPushPreview) =>
  [`${changing} 所学校将改变`, `${same} 所已相同`, ...(blocked > 0 ? [`${blocked} 所由学区锁定，不受影响`] : [])].join(
    '，',
  )

/** Pushes settings to schools: which keys, whether they are locked, and to which schools. */
export default function PushDialog({ state, onClose }: Props) {
  const keys = state.schema.keys.filter(({ isJoined, control }) => !isJoined && control.kind !== 'secret')
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [fixed, setFixed] = useState<string[]>([])
  const [ids, setIds] = useState<string[]>()
  const form: SettingPushForm = {
    type: state.type,
    value: values,
    fixed: fixed.filter((key) => Object.hasOwn(values, key)),
    orgs: ids ? { ids } : { all: true },
  }
  const isReady = Object.keys(values).length > 0 && ids?.length !== 0
  const deferredForm = useDeferredValue(form)
  const preview = useQuery({ ...pushPreviewQuery(deferredForm), enabled: isReady })
  const client = useQueryClient()
  const [result, setResult] = useState<Result>()
  if (result) return <Done result={result} onClose={onClose} />
  const push = async () => {
    setResult(await pushSetting(form))
    await client.invalidateQueries({ queryKey: settingKey })
  }
  const choose = (key: SettingKeySchema, isChosen: boolean) => {
    const { [key.key]: _before, ...others } = values
    setValues(isChosen ? { ...others, [key.key]: state.value[key.key] } : others)
  }
  const text = !isReady
    ? '请选择要下发的设置项和学校'
    : preview.isError
      ? getErrorMessage(preview.error)
      : preview.data
        ? getPreviewText(preview.data)
        : '正在计算…'
  return (
    <ConfirmAction
      title={`下发到学校：${state.schema.title}`}
      size="panes"
      submitLabel="下发"
      isDisabled={!isReady || !preview.data || preview.data.changing === 0}
      submit={push}
      onSent={() => {}}
      note={text}
      onClose={onClose}
    >
      <div className={styles['keys']} role="group" aria-label="要下发的设置项">
        {keys.map((key) => {
          const isChosen = Object.hasOwn(values, key.key)
          return (
            <div key={key.key} className={styles['key']}>
              <Checkbox checked={isChosen} onChange={({ target }) => choose(key, target.checked)}>
                {key.title}
              </Checkbox>
              {isChosen && (
                <div className={styles['asked']}>
                  <KeyControl
                    of={key}
                    value={values[key.key]}
                    onChange={(value) => setValues({ ...values, [key.key]: value })}
                  />
                  <Checkbox
                    checked={fixed.includes(key.key)}
                    onChange={({ target }) =>
                      setFixed(target.checked ? [...fixed, key.key] : fixed.filter((name) => name !== key.key))
                    }
                  >
                    锁定，学校不可修改
                  </Checkbox>
                </div>
              )}
            </div>
          )
        })}
      </div>
      <div className={styles['schools']}>
        <Radio.Group
          aria-label="下发到"
          value={ids ? 'some' : 'all'}
          options={[
            { value: 'all', label: '全部学校' },
            { value: 'some', label: '选择学校' },
          ]}
          onChange={({ target }) => setIds(target.value === 'some' ? [] : undefined)}
        />
        {ids && <SchoolChoice type={state.type} chosen={ids} onChange={setIds} />}
      </div>
    </ConfirmAction>
  )
}

interface Result extends SettingPushPreview {
  pushId: string
}

/** The result stays open until it is closed, because it contains the undo button. */
function Done({ result, onClose }: { result: Result; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const takeBack = async () => {
    const { restored, skipped } = await undoPush(result.pushId)
    toast.success(
      skipped > 0 ? `已撤销 ${restored} 所，${skipped} 所之后又有修改` : `已撤销，${restored} 所学校恢复原样`,
    )
    await client.invalidateQueries({ queryKey: settingKey })
    onClose()
  }
  return (
    <NoticeDialog
      title="已下发"
      isBusy={isBusy}
      buttons={
        <Button loading={isBusy} onClick={() => void send(takeBack)}>
          撤销下发
        </Button>
      }
      onClose={onClose}
    >
      <ErrorNote message={refusal} />
      <p className={styles['done']}>
        <Glyph of={CheckCircleFilled} />
        {result.changing} 所学校已改变，{result.same} 所原来就相同。
      </p>
    </NoticeDialog>
  )
}
