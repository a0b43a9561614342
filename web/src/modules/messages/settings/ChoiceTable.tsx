import { messageTimes, type MessageChoice, type MessageTime } from '@heliodesk/contract/message-channels.ts'
import {
  messageChannels,
  messageGroups,
  pdcaLabels,
  type MessageChannel,
  type PdcaLabel,
} from '@heliodesk/contract/message-kinds.ts'
import { Select } from 'antd'
import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import { LabelTag } from '../../../domain/messages/LabelTag.tsx'
import type { Draft, Own } from './own.ts'
import css from './message-settings.module.css'

type ChoiceTableProps = {
  own: Own
  draft: Draft
  onChange: (choices: MessageChoice[]) => void
}

const channels = Object.keys(messageChannels) as MessageChannel[]

/** What is told on which way, by label; a press on a way's name chooses it for everything. */
export function ChoiceTable({ own: { rules, ways }, draft: { choices }, onChange }: ChoiceTableProps) {
  const isThere = (channel: MessageChannel) => ways.find((way) => way.channel === channel)?.missing === ''
  const change = (group: string, next: (choice: MessageChoice) => Partial<MessageChoice>) =>
    onChange(choices.map((each) => (each.group === group ? { ...each, ...next(each) } : each)))
  const turn = (channel: MessageChannel, isOn: boolean) => (choice: MessageChoice) => ({
    channels: isOn
      ? [...new Set([...choice.channels, channel])]
      : choice.channels.filter((each) => each !== channel),
  })
  const turnAll = (channel: MessageChannel) => {
    const isOn = choices.some((choice) => !choice.channels.includes(channel))
    onChange(choices.map((choice) => ({ ...choice, ...turn(channel, isOn)(choice) })))
  }
  return (
    <div className={css.table} tabIndex={0} role="group" aria-label="接收设置">
      <table>
        <thead>
          <tr>
            <th scope="col">什么事</th>
            <th scope="col">站内</th>
            {channels.map((channel) => (
              <th scope="col" key={channel}>
                {isThere(channel) ? (
                  <button type="button" className="link" onClick={() => turnAll(channel)}>
                    {messageChannels[channel]}
                  </button>
                ) : (
                  messageChannels[channel]
                )}
              </th>
            ))}
            <th scope="col">何时</th>
            <th scope="col">没人看就升级</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(pdcaLabels) as PdcaLabel[]).map((label) => (
            <Fragment key={label}>
              <tr className={css.label}>
                <th scope="rowgroup" colSpan={channels.length + 4}>
                  <LabelTag label={label} />
                </th>
              </tr>
              {choices
                .filter(({ group }) => messageGroups[group].label === label)
                .map((choice) => {
                  const { group, when } = choice
                  const { title } = messageGroups[group]
                  const rule = rules.find((each) => each.group === group)
                  return (
                    <tr key={group}>
                      <th scope="row">{title}</th>
                      <td>
                        <Lock className="i s" role="img" aria-label="公司规定" />
                      </td>
                      {channels.map((channel) => (
                        <td key={channel}>
                          {rule?.locked.includes(channel) ? (
                            <Lock className="i s" role="img" aria-label="公司规定" />
                          ) : isThere(channel) ? (
                            <input
                              type="checkbox"
                              className="choose"
                              aria-label={`${title}：${messageChannels[channel]}`}
                              checked={choice.channels.includes(channel)}
                              onChange={({ target }) => change(group, turn(channel, target.checked))}
                            />
                          ) : (
                            <span className="t3">·</span>
                          )}
                        </td>
                      ))}
                      <td>
                        <Select<MessageTime>
                          variant="borderless"
                          size="small"
                          aria-label={`${title}：何时`}
                          popupMatchSelectWidth={false}
                          value={when}
                          options={(Object.keys(messageTimes) as MessageTime[]).map((value) => ({
                            value,
                            label: messageTimes[value],
                          }))}
                          onChange={(next) => change(group, () => ({ when: next }))}
                        />
                      </td>
                      <td className="t2">
                        {rule?.escalateMinutes
                          ? `${minutesText(rule.escalateMinutes)} → ${rule.roleName}`
                          : '--'}
                      </td>
                    </tr>
                  )
                })}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const minutesText = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`)
