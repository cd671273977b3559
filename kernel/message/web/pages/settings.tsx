import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useId } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { channels, messageKinds, type MessageKind, type MessageSetting } from '../../contract.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { saveMessageSetting, messageSettingQuery } from '../queries.ts'
import styles from './settings.module.css'

const about: Record<MessageKind, string> = {
  todo: '等您处理的事，办完自动消失',
  notice: '通知、公告和办理结果',
  alert: '需要马上知道的情况',
}
const externalChannels = ['dingtalk', 'sms'] as const
const kinds = Object.keys(messageKinds) as MessageKind[]

/** /message/settings: which messages also arrive outside the portal. Each switch is saved at once. */
export default function SettingsPage() {
  const isPhone = usePhone()
  const { data, isError, error, refetch } = useQuery(messageSettingQuery)
  return (
    <MessageFrame>
      <div className={styles['page']}>
        {!isPhone && <ActionLine />}
        {data ? (
          <Setting setting={data} />
        ) : isError ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageState status="loading" />
        )}
      </div>
    </MessageFrame>
  )
}

function Setting({ setting }: { setting: MessageSetting }) {
  const client = useQueryClient()
  const toast = useToast()
  const { queryKey } = messageSettingQuery
  const save = useMutation({
    mutationFn: saveMessageSetting,
    // The switch moves at once, and back if the server refuses.
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, next)
      return before
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved)
      toast.success('已保存')
    },
    onError: (failed, _next, before) => {
      client.setQueryData(queryKey, before)
      toast.error(getErrorMessage(failed))
    },
  })
  const { preferences, isQuietAtNight, hasSms } = setting
  const isOpen = (channel: string) => channel !== 'sms' || hasSms
  const isOn = (kind: MessageKind, channel: string) =>
    isOpen(channel) && preferences.some((one) => one.kind === kind && one.channel === channel && one.isOn)
  const change = (kind: MessageKind, channel: string, on: boolean) =>
    save.mutate({
      ...setting,
      preferences: preferences.map((one) =>
        one.kind === kind && one.channel === channel ? { ...one, isOn: on } : one,
      ),
    })
  return (
    <>
      <section className={styles['card']} aria-labelledby="channels">
        <h2 id="channels">接收方式</h2>
        <p className={styles['about']}>所有消息都会出现在信息中心。这里设置哪些消息还要发到钉钉或手机短信。</p>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">消息类型</th>
              <th scope="col">{channels.app}</th>
              {externalChannels.map((channel) => (
                <th key={channel} scope="col">
                  {channels[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {messageKinds[kind]}
                  <span className={styles['about']}>{about[kind]}</span>
                </th>
                <td>
                  <span className={styles['always']}>始终接收</span>
                </td>
                {externalChannels.map((channel) => (
                  <td key={channel}>
                    <Toggle
                      label={`${messageKinds[kind]}发到${channels[channel]}`}
                      isOn={isOn(kind, channel)}
                      isOff={!isOpen(channel)}
                      onChange={(on) => change(kind, channel, on)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles['about']}>
          {hasSms ? '短信只用于本区允许的消息类型，并受每月额度限制。' : '本区未开通短信。'}
        </p>
      </section>
      <section className={styles['card']} aria-labelledby="night">
        <div className={styles['line']}>
          <div>
            <h2 id="night">夜间免打扰</h2>
            <p className={styles['about']}>22:00 至次日 07:00 不发钉钉和短信，7 点后补发；预警和特急消息除外。</p>
          </div>
          <Toggle
            label="夜间免打扰"
            isOn={isQuietAtNight}
            onChange={(on) => save.mutate({ ...setting, isQuietAtNight: on })}
          />
        </div>
      </section>
    </>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  /** The switch has no effect. */
  isOff?: boolean
  onChange: (isOn: boolean) => void
}

/** A switch with an enlarged click target. */
function Toggle({ label, isOn, isOff = false, onChange }: ToggleProps) {
  const id = useId()
  return (
    <label className={styles['toggle']} htmlFor={id} title={isOff ? '本区未开通短信' : undefined}>
      <Switch id={id} checked={isOn} disabled={isOff} onChange={onChange} />
      <span className={spoken['only']}>{label}</span>
    </label>
  )
}
