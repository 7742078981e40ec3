import { EmailJSResponseStatus } from '@emailjs/browser'
import { describe, expect, test } from 'vitest'
import * as texts from '../../../wire/texts.ts'
import { classifyFailure, isForeignPage, keepsCaptcha, TIMED_OUT } from './failure.ts'

describe('a failure becomes one word, whatever its shape', () => {
  test.each([
    ['no answer in time', TIMED_OUT, 'timeout'],
    ['a thrown string', 'The public key is required.', 'failed'],
    ['a network error', new TypeError('Failed to fetch'), 'failed'],
    ['nothing at all', undefined, 'failed'],
    ['status 0', new EmailJSResponseStatus(), 'failed'],
    ['status 500', new EmailJSResponseStatus(500, 'Internal Server Error'), 'failed'],
    ['status 400', new EmailJSResponseStatus(400, 'The user_id parameter is required'), 'refused'],
    ['status 413', new EmailJSResponseStatus(413, texts.VARIABLES_TOO_LARGE), 'refused'],
    ['status 403', new EmailJSResponseStatus(403, texts.FORBIDDEN), 'forbidden'],
    ['status 429', new EmailJSResponseStatus(429, texts.TOO_MANY_REQUESTS), 'tooMany'],
    ['status 451', new EmailJSResponseStatus(451, texts.HEADLESS), 'headless'],
    ['a missing captcha', { status: 400, text: texts.CAPTCHA_MISSING }, 'captchaRefused'],
    ['a spent captcha', { status: 400, text: texts.CAPTCHA_SPENT }, 'captchaRefused'],
    ['a wrong captcha', { status: 400, text: texts.CAPTCHA_WRONG }, 'captchaRefused'],
    ['an answer without a text', { status: 502 }, 'failed'],
  ])('%s', (_, error, failure) => {
    expect(classifyFailure(error, true)).toBe(failure)
  })
})

test('without a network, a lost request says so and an answer does not', () => {
  expect(classifyFailure(new TypeError('Failed to fetch'), false)).toBe('offline')
  expect(classifyFailure({ status: 500, text: '' }, false)).toBe('failed')
})

test('only what never left the browser keeps its captcha', () => {
  expect(keepsCaptcha('offline')).toBe(true)
  expect(keepsCaptcha('headless')).toBe(true)
  expect(keepsCaptcha('timeout')).toBe(false)
  expect(keepsCaptcha('captchaRefused')).toBe(false)
})

test('a page in place of an answer is no answer, and any other text is one', () => {
  const pages = [
    '<!DOCTYPE html><p>Log in',
    '\n <html lang="en">',
    '<!doctype\thtml>',
    '<!-- cached --><html>',
    '<?xml version="1.0"?><html>',
    '<head><title>Log in',
  ]
  for (const text of pages) {
    expect(isForeignPage(text), text).toBe(true)
  }
  for (const text of [texts.OK, '', '{"ok":true}', 'See <html>', '<htmlish>', '<b>OK</b>']) {
    expect(isForeignPage(text), text).toBe(false)
  }
})
