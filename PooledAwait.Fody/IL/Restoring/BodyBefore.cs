using Mono.Collections.Generic;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Keeps a method's code as it is before the first change, and restores this code. The restored code has the same instruction objects, because other objects
/// refer to them.
/// </summary>
internal sealed class BodyBefore
{
    private readonly MethodDefinition _method;
    private readonly MethodBody _body;
    private readonly InstructionBefore[] _code;
    private readonly (VariableDefinition Variable, TypeReference Type)[] _variables;
    private readonly HandlerBefore[] _handlers;
    private readonly ParameterDefinition[] _parameters;
    private readonly bool _hasThis;
    private readonly bool _initLocals;
    private readonly SymbolsBefore _symbols;

    public BodyBefore(MethodDefinition method)
    {
        _method = method;
        _body = method.Body;
        _code = [.. _body.Instructions.Select(instruction => new InstructionBefore(instruction))];
        _variables = [.. _body.Variables.Select(variable => (variable, variable.VariableType))];
        _handlers = [.. _body.ExceptionHandlers.Select(handler => new HandlerBefore(handler))];
        _parameters = [.. method.Parameters];
        _hasThis = method.HasThis;
        _initLocals = _body.InitLocals;
        _symbols = new SymbolsBefore(method);
    }

    /// <summary>Whether the method's code differs from the kept code.</summary>
    public bool IsChanged
    {
        get
        {
            var code = _body.Instructions;
            if (_method.Body != _body || code.Count != _code.Length || _body.Variables.Count != _variables.Length || _method.Parameters.Count != _parameters.Length)
            {
                return true;
            }

            for (var i = 0; i < _code.Length; i++)
            {
                if (!_code[i].IsAt(code[i]))
                {
                    return true;
                }
            }

            return _variables.Any(before => before.Variable.VariableType != before.Type);
        }
    }

    public void Restore()
    {
        _method.HasThis = _hasThis;
        Fill(_method.Parameters, _parameters);
        Fill(_body.Variables, [.. _variables.Select(before => before.Variable)]);
        foreach (var (variable, type) in _variables)
        {
            variable.VariableType = type;
        }

        // When instructions are removed or added, Cecil changes the symbols. So restore the symbols last.
        _body.Instructions.Clear();
        foreach (var before in _code)
        {
            before.Restore();
            _body.Instructions.Add(before.Instruction);
        }

        if (_code.Length > 0)
        {
            _code[0].Instruction.Previous = null;
            _code[_code.Length - 1].Instruction.Next = null;
        }

        Fill(_body.ExceptionHandlers, [.. _handlers.Select(before => before.Restored())]);
        _body.InitLocals = _initLocals;
        _symbols.Restore();
    }

    /// <summary>Replaces the content of a collection, unless it has exactly these items already.</summary>
    internal static void Fill<T>(Collection<T> collection, T[] items)
    {
        if (collection.SequenceEqual(items))
        {
            return;
        }

        collection.Clear();
        foreach (var item in items)
        {
            collection.Add(item);
        }
    }

    private readonly struct InstructionBefore(Instruction instruction)
    {
        private readonly OpCode _opCode = instruction.OpCode;
        private readonly int _offset = instruction.Offset;

        private readonly object? _operand = Copied(instruction.Operand);

        public Instruction Instruction => instruction;

        public bool IsAt(Instruction other) =>
            other == instruction && other.OpCode == _opCode
            && (_operand is Instruction[] targets ? other.Operand is Instruction[] others && targets.SequenceEqual(others) : ReferenceEquals(other.Operand, _operand) || Equals(other.Operand, _operand));

        public void Restore()
        {
            instruction.OpCode = _opCode;
            instruction.Operand = Copied(_operand);
            instruction.Offset = _offset;
        }

        // Copies the array of a switch's targets, because the weaver replaces targets in the instruction's own array.
        private static object? Copied(object? operand) => operand is Instruction[] targets ? targets.ToArray() : operand;
    }

    private sealed class HandlerBefore(ExceptionHandler handler)
    {
        private readonly ExceptionHandlerType _kind = handler.HandlerType;
        private readonly TypeReference? _caught = handler.CatchType;
        private readonly Instruction?[] _bounds = [handler.TryStart, handler.TryEnd, handler.FilterStart, handler.HandlerStart, handler.HandlerEnd];

        public ExceptionHandler Restored()
        {
            handler.HandlerType = _kind;
            handler.CatchType = _caught;
            (handler.TryStart, handler.TryEnd, handler.FilterStart, handler.HandlerStart, handler.HandlerEnd) = (_bounds[0], _bounds[1], _bounds[2], _bounds[3], _bounds[4]);
            return handler;
        }
    }
}
