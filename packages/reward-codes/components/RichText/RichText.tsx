import { createElement, Fragment, type ReactNode } from 'react'
import type { Inline, RichText as Text } from '../../content/rich-text.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'

/** A text with emphasis, code and links, for static markup: islands have no such texts. */
export function RichText({ text: { nodes }, newTab }: RichTextProps) {
  return renderAll(nodes, newTab)
}

export function Paragraphs({ texts, newTab }: ParagraphsProps) {
  return texts.map((text) => (
    <p key={text.source}>
      <RichText text={text} newTab={newTab} />
    </p>
  ))
}

/** As arguments, the nodes need no keys. */
function renderAll(nodes: Inline[], newTab: string): ReactNode {
  return createElement(Fragment, undefined, ...nodes.map((node) => render(node, newTab)))
}

function render(node: Inline, newTab: string): ReactNode {
  if (typeof node === 'string') return node
  if (node.tag === 'code') return <code>{node.text}</code>
  const children = renderAll(node.children, newTab)
  if (node.tag !== 'a') return <node.tag>{children}</node.tag>
  return (
    <ExternalLink href={node.href} newTab={newTab}>
      {children}
    </ExternalLink>
  )
}

type ParagraphsProps = { texts: Text[]; newTab: string }

type RichTextProps = {
  text: Pick<Text, 'nodes'>
  /** Announced after a link that opens in a new tab. */
  newTab: string
}
