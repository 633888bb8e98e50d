using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Verification;

namespace PooledAwait.Inspect.Checking;

/// <summary>
/// Tests whether a second method still has the code of the method that it was made from. Ignores the weaver's own changes. A twin (a second method that returns
/// a ValueTask) calls other twins, and has ValueTasks instead of tasks. A second method that takes a state passes the state to each delegate. Also ignores code
/// that another tool added to both methods.
/// </summary>
internal sealed class SameCode
{
    private readonly MethodDefinition _method;
    private readonly MethodDefinition _second;
    private readonly bool _takesState;
    private readonly List<Instruction> _own;
    private readonly List<Instruction> _others;
    private readonly int _state;

    private SameCode(MethodDefinition method, MethodDefinition second, bool takesState)
    {
        _method = method;
        _second = second;
        _takesState = takesState;
        _own = CodeOf(method);
        _others = CodeOf(second);
        _state = takesState ? StateOf(method, second) : int.MaxValue;
    }

    public static bool Is(MethodDefinition method, MethodDefinition second, bool takesState) => new SameCode(method, second, takesState).Is();

    /// <summary>Returns whether a trimmer has emptied a method. A trimmer empties a method that is named somewhere but never called.</summary>
    public static bool IsLinkedAway(MethodDefinition method) =>
        CodeOf(method) is [{ OpCode.Code: Code.Ldstr, Operand: "Linked away" }, ..] or [{ OpCode.Code: Code.Ldnull }, { OpCode.Code: Code.Throw }];

    private bool Is()
    {
        var places = new int[_own.Count];
        var place = 0;
        for (var index = 0; index < _own.Count; index++)
        {
            while (place < _others.Count && AddedAt(index, place) is > 0 and var added)
            {
                place += added;
            }

            if (IsHandedOn(index, place))
            {
                (places[index], places[index + 1]) = (place, place + 1);
                index++;
                place += 2;
                continue;
            }

            if (place >= _others.Count || !IsSame(index, place))
            {
                return false;
            }

            places[index] = place++;
        }

        return IsEnd(place) && BranchesAgree(places) && HandlersAgree(places);
    }

    /// <summary>Counts the next instructions that only the second method has.</summary>
    private int AddedAt(int index, int place) =>
        EffectsAt(place) is > 0 and var effects && !AreSame(index, place, effects) ? effects
        : !IsSame(index, place) && IsAdded(_others[place]) ? 1
        : 0;

    /// <summary>
    /// Counts the instructions at a place that repeat an effect of a call of the original method. A read of a static field runs the static constructor. A test
    /// of <c>this</c> throws if there is no object. The weaver puts these instructions at the beginning of a second method.
    /// </summary>
    private int EffectsAt(int place) => _others[place..] switch
    {
        [{ OpCode.Code: Code.Ldsfld, Operand: FieldReference field }, { OpCode.Code: Code.Pop }, ..] when SecondMethodSearch.KeyOf(field.DeclaringType.GetElementType()) == SecondMethodSearch.KeyOf(_method.DeclaringType) => 2,
        [{ OpCode.Code: Code.Ldarg_0 }, { OpCode.Code: Code.Brtrue or Code.Brtrue_S }, { OpCode.Code: Code.Ldnull }, { OpCode.Code: Code.Throw }, ..] when _method.HasThis => 4,
        _ => 0,
    };

    /// <summary>
    /// Returns whether the weaver added an instruction to the second method. In a twin, the instruction converts the task that a call without a twin returned.
    /// In a method that takes a state, the instruction loads the state.
    /// </summary>
    private bool IsAdded(Instruction instruction) => _takesState
        ? VariableAccess.Of(instruction, _second) is { Kind: VariableAccessKind.Load, Variable: { IsParameter: true } variable } && variable.Index == _state
        : instruction is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "Of" } called } && IsDirectTask(called.DeclaringType);

    /// <summary>
    /// Returns whether the method calls <c>AsTask</c> on a variable's ValueTask at this place, and the twin passes that ValueTask to <c>DirectTask.OfCall</c>.
    /// </summary>
    private bool IsHandedOn(int index, int place) =>
        index + 1 < _own.Count && place + 1 < _others.Count &&
        _own[index + 1] is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "AsTask" } } &&
        _others[place + 1] is { OpCode.Code: Code.Call, Operand: MethodReference { Name: RuntimeReference.OfCall } handing } && IsDirectTask(handing.DeclaringType) &&
        VariableAccess.Of(_own[index], _method) is { Kind: VariableAccessKind.Address, Variable: var own } &&
        VariableAccess.Of(_others[place], _second) is { Kind: VariableAccessKind.Load, Variable: var other } && own == other;

    private bool AreSame(int index, int place, int count) => index + count <= _own.Count && Enumerable.Range(0, count).All(next => IsSame(index + next, place + next));

    private bool IsSame(int index, int place)
    {
        var (own, other) = (_own[index], _others[place]);
        if (VariableAccess.Of(own, _method) is { } access)
        {
            return VariableAccess.Of(other, _second) is { } second && second.Kind == access.Kind && second.Variable == InSecond(access.Variable);
        }

        if (Constant.Of(own) is { } number)
        {
            return Constant.Of(other) is { } same && (same == number || IsOfProbe(_own, index));
        }

        return own.Operand is MethodReference called && other.Operand is MethodReference calledInstead ? IsCallOfSame(own, called, other, calledInstead)
            : OpCodeOf(own) == OpCodeOf(other) && (IsOperandSame(own.Operand, other.Operand) || (IsEachName(own.Operand, other.Operand) && IsOfProbe(_own, index)));
    }

    private bool IsCallOfSame(Instruction own, MethodReference called, Instruction other, MethodReference calledInstead)
    {
        if (own.OpCode == other.OpCode && KeyOf(called) == KeyOf(calledInstead))
        {
            return true;
        }

        if (_takesState)
        {
            return own.OpCode == other.OpCode && called is { Name: "Invoke", HasThis: true } && calledInstead is { Name: "Invoke", HasThis: true } && calledInstead.Parameters.Count == called.Parameters.Count + 1;
        }

        return SecondMethodSearch.IsOf(calledInstead, called)
            ? IsCall(own) && IsCall(other)
            : own.OpCode == other.OpCode && SecondMethodSearch.KeyOf(called.DeclaringType) == SecondMethodSearch.KeyOf(calledInstead.DeclaringType)
                ? (called.Name, calledInstead.Name) is ("Create", "CreateDirect") or ("get_Task", "get_DirectTask")
                : called is { Name: "FromResult", DeclaringType.FullName: "System.Threading.Tasks.Task" } &&
                    other.OpCode.Code == Code.Newobj && calledInstead.DeclaringType.GetElementType().FullName == "System.Threading.Tasks.ValueTask`1";
    }

    /// <summary>
    /// Returns whether the weaver added all remaining instructions of the second method. For example, the twin of a local function may end with a call of that
    /// function. The call is never reached, but trimmers follow it.
    /// </summary>
    private bool IsEnd(int place)
    {
        while (place < _others.Count && (IsAdded(_others[place]) || VariableAccess.Of(_others[place], _second) is { Kind: VariableAccessKind.Load }))
        {
            place++;
        }

        return place == _others.Count ||
            (GeneratedName.IsNestedFunction(_method) &&
                _others[place..] is [{ Operand: MethodReference function }, { OpCode.Code: Code.Pop }, { OpCode.Code: Code.Ldnull }, { OpCode.Code: Code.Throw }] && function.Name == _method.Name);
    }

    private bool BranchesAgree(int[] places)
    {
        var (own, others) = (IndexesOf(_method, _own), IndexesOf(_second, _others));
        return _own.Select((instruction, index) => (instruction, other: _others[places[index]])).All(pair => (pair.instruction.Operand, pair.other.Operand) switch
        {
            (Instruction target, Instruction other) => Agree(target, other),
            (Instruction[] targets, Instruction[] and) => targets.Length == and.Length && targets.Zip(and, Agree).All(agrees => agrees),
            _ => true,
        });

        // In the second method, a branch may lead to the instructions that the weaver added directly before the target.
        bool Agree(Instruction target, Instruction other) => IsAt(places, own[target], others[other]);
    }

    private static bool IsAt(int[] places, int index, int place) =>
        index >= places.Length ? place > places[^1] : place <= places[index] && (index == 0 ? place >= 0 : place > places[index - 1]);

    /// <summary>Returns whether the exception handlers agree. Neither method has exception handlers, unless another tool added them.</summary>
    private bool HandlersAgree(int[] places)
    {
        var (own, others) = (IndexesOf(_method, _own), IndexesOf(_second, _others));
        return _method.Body.ExceptionHandlers.Count == _second.Body.ExceptionHandlers.Count &&
            _method.Body.ExceptionHandlers.Zip(_second.Body.ExceptionHandlers, (one, other) =>
                one.HandlerType == other.HandlerType && IsAt(places, own[one.TryStart], others[other.TryStart]) && IsAt(places, own[one.HandlerStart], others[other.HandlerStart])).All(agrees => agrees);
    }

    /// <summary>
    /// Maps each instruction to its index among the instructions that are not nops. A nop gets the index of the next instruction that is not a nop.
    /// </summary>
    private static Dictionary<Instruction, int> IndexesOf(MethodDefinition method, List<Instruction> code)
    {
        var indexes = new Dictionary<Instruction, int>();
        var index = 0;
        foreach (var instruction in method.Body.Instructions)
        {
            indexes.Add(instruction, index);
            index += index < code.Count && code[index] == instruction ? 1 : 0;
        }

        return indexes;
    }

    /// <summary>
    /// Returns whether a constant is an argument of a static method that returns nothing, and all arguments after this one are constants, too. Coverage and
    /// tracing tools add calls of such methods, with a different number in each method.
    /// </summary>
    private static bool IsOfProbe(List<Instruction> code, int index)
    {
        var end = index;
        while (end < code.Count && (code[end].OpCode.Code == Code.Ldstr || Constant.Of(code[end]) != null))
        {
            end++;
        }

        return end < code.Count && code[end] is { OpCode.Code: Code.Call, Operand: MethodReference { HasThis: false, ReturnType.MetadataType: MetadataType.Void } probe } && probe.Parameters.Count >= end - index;
    }

    /// <summary>Returns whether each of the two texts contains the name of the method that loads it.</summary>
    private bool IsEachName(object? own, object? other) => own is string text && other is string about && text.Contains(_method.Name, StringComparison.Ordinal) && about.Contains(_second.Name, StringComparison.Ordinal);

    private Variable InSecond(Variable variable) => variable.IsParameter && variable.Index >= _state ? variable with { Index = variable.Index + 1 } : variable;

    private static int StateOf(MethodDefinition method, MethodDefinition second) =>
        second.Parameters.First(parameter => parameter.ParameterType is GenericParameter { Type: GenericParameterType.Method } own && own.Position == method.GenericParameters.Count).Index +
        (second.HasThis ? 1 : 0);

    private static bool IsOperandSame(object? own, object? other) => (own, other) switch
    {
        (Instruction or Instruction[], Instruction or Instruction[]) => true,
        (TypeReference type, TypeReference same) => SecondMethodSearch.KeyOf(type) == SecondMethodSearch.KeyOf(same),
        (FieldReference field, FieldReference same) => field.Name == same.Name && SecondMethodSearch.KeyOf(field.DeclaringType) == SecondMethodSearch.KeyOf(same.DeclaringType),
        (CallSite site, CallSite same) => site.FullName == same.FullName,
        _ => Equals(own, other),
    };

    private static string KeyOf(MethodReference method) =>
        $"{SecondMethodSearch.KeyOf(method.DeclaringType)}.{method.Name}" +
        (method is GenericInstanceMethod generic ? $"<{string.Join(",", generic.GenericArguments.Select(SecondMethodSearch.KeyOf))}>" : "") +
        $"({string.Join(",", method.Parameters.Select(parameter => SecondMethodSearch.KeyOf(parameter.ParameterType)))})";

    private static bool IsCall(Instruction instruction) => instruction.OpCode.Code is Code.Call or Code.Callvirt;

    /// <summary>Compares only name and namespace, not the assembly, because PooledAwait.Runtime may have been merged into another assembly.</summary>
    private static bool IsDirectTask(TypeReference type) => type is { Name: RuntimeReference.DirectTask, Namespace: RuntimeReference.Namespace };

    /// <summary>Returns the name of the operation, the same for short and long forms.</summary>
    private static string OpCodeOf(Instruction instruction) => instruction.OpCode.Name.EndsWith(".s", StringComparison.Ordinal) ? instruction.OpCode.Name[..^2] : instruction.OpCode.Name;

    private static List<Instruction> CodeOf(MethodDefinition method) => [.. method.Body.Instructions.Where(instruction => instruction.OpCode.Code != Code.Nop)];
}
