// React's API as the app and its forms use it: preact and its hooks, without what preact/compat adds for other packages,
// such as React's names of events and attributes. The build and the tests put this file in the place of `react`.
import { createContext, createElement, Fragment } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export { Component, createContext, createElement, Fragment, render } from 'preact';
export * from 'preact/hooks';

/** React as one object, for react-hook-form. */
export default {
  createContext,
  createElement,
  Fragment,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};
