#!/usr/bin/env node
import 'reward-codes-gateway/cli'
