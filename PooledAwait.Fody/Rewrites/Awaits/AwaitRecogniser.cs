using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Recognises the await of a task that a call returns. The await is in a state machine with the C# compiler's layout, or in a method without a state machine.
/// (The runtime itself suspends such a method.) The awaits of a state machine share local variables and fields, so this class also checks that the awaiter of
/// one await cannot reach another await.
/// </summary>
internal sealed class AwaitRecogniser(StackAnalysis stack, LocalFlow locals)
{
    // Each type name covers two types: the type for tasks with a result, and the type for tasks without a result.
    public const string Task = "System.Threading.Tasks.Task";
    public const string Awaiter = CompilerServices + ".TaskAwaiter";
    private const string CompilerServices = "System.Runtime.CompilerServices";
    private const string Configured = CompilerServices + ".ConfiguredTaskAwaitable";
    private const string ConfiguredAwaiter = Configured + "/ConfiguredTaskAwaiter";

    private readonly MethodDefinition _caller = stack.Flow.Method;

    /// <summary>Returns whether a method can contain awaits that this class recognises.</summary>
    public static bool Awaits(MethodDefinition method) => RuntimeAsync.Is(method) || MoveNext.Is(method);

    /// <summary>
    /// Returns whether the instruction that takes a call's task follows the call at once. At once means that no code in between can throw or wait.
    /// </summary>
    public static bool IsReachedAtOnce(Instruction call, Instruction use)
    {
        for (var between = call.Next; between != use; between = between!.Next)
        {
            var isHarmless = between?.OpCode.Code switch
            {
                null => false,
                Code.Nop or Code.Ldarg_0 => true,
                Code.Ldfld => between.Previous.OpCode.Code == Code.Ldarg_0, // the load of a machine's field cannot throw, because "this" is not null
                _ => Constant.Of(between) != null || VariableForms.IsLoad(between),
            };
            if (!isHarmless)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Returns whether the await of a call's task follows the call at once, so that no code in between can throw or wait. If <c>ConfigureAwait</c> takes the
    /// task, also checks the code between <c>ConfigureAwait</c> and <c>GetAwaiter</c>.
    /// </summary>
    public static bool IsAwaitedAtOnce(Instruction call, AwaitedResult awaited) =>
        IsReachedAtOnce(call, awaited.Use) &&
        (awaited is not AwaitedByMachine { Configuration: { } configuration } || IsReachedAtOnce(configuration.Store, configuration.Load));

    /// <param name="call">The call that returns a task.</param>
    /// <returns>Null if the calling method does not await the task, or if the task also has another use.</returns>
    public AwaitedResult? Recognise(Instruction call) =>
        RuntimeAsync.Is(_caller) ? ByRuntime(call) : MoveNext.Is(_caller) ? ByMachine(call) : null;

    private AwaitedByRuntime? ByRuntime(Instruction call)
    {
        // The await must follow the call at once, so that no other await runs in between. While a method waits, its stack can hold a task, but not the address
        // of a ValueTask. ConfigureAwait of a ValueTask needs this address.
        return OnlyAwait(call) is { } awaitTask && IsReachedAtOnce(call, awaitTask) ? new AwaitedByRuntime(null, awaitTask)
            : OnlyConfiguration(call) is { } configure && IsReachedAtOnce(call, configure) && OnlyAwait(configure) is { } awaitConfigured
                ? new AwaitedByRuntime(configure, awaitConfigured)
                : null;
    }

    /// <param name="call">A call that may share its await with other calls.</param>
    /// <returns>Null if the call shares no await with other calls, or if the task of one of these calls also has another use.</returns>
    public JoinedTask? RecogniseJoined(Instruction call)
    {
        if (!MoveNext.Is(_caller) || stack.DirectConsumersOf(call) is not { Count: 1 } uses || uses[0].Argument != 0 ||
            stack.DirectProducersOf(uses[0].Consumer, 0) is not { Count: > 1 } calls ||
            !calls.All(other => other.OpCode.Code is Code.Call or Code.Callvirt && stack.DirectConsumersOf(other).Count == 1))
        {
            return null;
        }

        return AwaitBy(uses[0].Consumer) is { } awaited ? new JoinedTask(calls, awaited) : null;
    }

    private AwaitedByMachine? ByMachine(Instruction call) => OnlyUse(call, 0) is { } taker ? AwaitBy(taker) : null;

    /// <param name="taker">The instruction that takes the task.</param>
    private AwaitedByMachine? AwaitBy(Instruction taker)
    {
        if (CallOf(taker, Task, "GetAwaiter") != null)
        {
            return Suspension(taker, Awaiter) is { } suspension ? new AwaitedByMachine(null, taker, suspension) : null;
        }

        return Configuration(taker) is { } configure && OnlyStore(configure) is { } store &&
            locals.UsesOf(store) is { Count: 1 } uses && uses[0] is { Kind: VariableAccessKind.Address, At: var load } && SeesOnly(load, store) &&
            OnlyCall(load, Configured, "GetAwaiter") is { } getConfigured &&
            Suspension(getConfigured, ConfiguredAwaiter) is { } ofConfigured
                ? new AwaitedByMachine(new AwaitConfiguration(configure, store, load), getConfigured, ofConfigured)
                : null;
    }

    private AwaitSuspension? Suspension(Instruction getAwaiter, string awaiter)
    {
        if (OnlyStore(getAwaiter) is not { } store || locals.UsesOf(store) is not { Count: 4 } uses)
        {
            return null;
        }

        var addresses = uses.Where(use => use.Kind == VariableAccessKind.Address).Select(use => use.At).ToArray();
        var isCompleted = addresses.FirstOrDefault(address => OnlyCall(address, awaiter, "get_IsCompleted") != null);
        var getResult = addresses.FirstOrDefault(address => OnlyCall(address, awaiter, "GetResult") != null);
        var wait = addresses.FirstOrDefault(address => IsBuilderCall(OnlyUse(address, argument: 1)));
        var load = uses.FirstOrDefault(use => use.Kind == VariableAccessKind.Load)?.At;
        if (isCompleted == null || getResult == null || wait == null || load == null ||
            OnlyUse(load, argument: 1) is not { OpCode.Code: Code.Stfld, Operand: FieldReference field } keep || !IsOwn(field, keep) ||
            !SeesOnly(isCompleted, store) || !SeesOnly(wait, store) || !SeesOnly(load, store) ||
            Resumption(getResult, store, field) is not { } resumption)
        {
            return null;
        }

        return new AwaitSuspension(
            [store, resumption.Store],
            load,
            addresses,
            OnlyUse(isCompleted, 0)!,
            OnlyUse(getResult, 0)!,
            OnlyUse(wait, 1)!,
            [keep, resumption.Load, resumption.Address],
            resumption.Clear,
            field);
    }

    /// <summary>
    /// Recognises the code that resumes the machine. This code loads the awaiter from the machine's field, stores the awaiter into the local variable, and
    /// clears the field. Checks that only the call of <c>GetResult</c> uses the stored awaiter.
    /// </summary>
    private (Instruction Load, Instruction Store, Instruction Address, Instruction Clear)? Resumption(
        Instruction getResult, Instruction store, FieldReference field)
    {
        var (stores, initial) = locals.DefinitionsSeenBy(getResult);
        if (initial || stores.Count != 2 || !stores.Contains(store))
        {
            return null;
        }

        var resume = stores.Single(other => other != store);
        return locals.UsesOf(resume) is { Count: 1 } uses && uses[0].At == getResult &&
            stack.SingleProducerOf(resume, 0) is { OpCode.Code: Code.Ldfld } load && OnlyUse(load, 0) == resume && IsSame(load) && IsOwn(field, load) &&
            Next(resume) is { } loadThis && IsThis(loadThis) &&
            Next(loadThis) is { OpCode.Code: Code.Ldflda } address && IsSame(address) && IsOwn(field, address) &&
            Next(address) is { OpCode.Code: Code.Initobj } clear && OnlyUse(address, 0) == clear
                ? (load, resume, address, clear)
                : null;

        bool IsSame(Instruction access) => access.Operand is FieldReference other && other.Resolve() == field.Resolve();
    }

    /// <summary>Returns whether an instruction accesses the field of the running machine (<c>this</c>), and not of another object.</summary>
    private bool IsOwn(FieldReference field, Instruction access) =>
        field.Resolve()?.DeclaringType == _caller.DeclaringType && stack.SingleProducerOf(access, 0) is { } producer && IsThis(producer);

    /// <summary>
    /// Returns whether an instruction calls a builder's <c>AwaitUnsafeOnCompleted</c>, which makes the machine wait. The builder must be in another assembly:
    /// in the namespace System.Runtime.CompilerServices, or in PooledAwait.Runtime. These builders accept awaiters of any type.
    /// </summary>
    private bool IsBuilderCall(Instruction? call) =>
        call is { OpCode.Code: Code.Call, Operand: GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted", GenericArguments.Count: 2 } wait } &&
        wait.GenericArguments[1].GetElementType().Resolve() == _caller.DeclaringType &&
        wait.DeclaringType.GetElementType() is { Scope: AssemblyNameReference } builder &&
        (builder.Namespace == CompilerServices || RuntimeReference.Has(builder));

    private bool IsThis(Instruction load) =>
        VariableAccess.Of(load, _caller) is { Kind: VariableAccessKind.Load } access && access.Variable == Variable.This;

    private bool SeesOnly(Instruction use, Instruction store) =>
        locals.DefinitionsSeenBy(use) is (var stores, false) && stores.Count == 1 && stores[0] == store;

    /// <summary>Returns the only use of a value, if this use is a call of the given member; otherwise null.</summary>
    private Instruction? OnlyCall(Instruction producer, string type, string name) => CallOf(OnlyUse(producer, 0), type, name);

    /// <summary>
    /// Returns the instruction if it calls the given member of the given type; otherwise null. The type's name stands for two types: one for tasks with a
    /// result, and one for tasks without a result.
    /// </summary>
    public static Instruction? CallOf(Instruction? taker, string type, string name) =>
        taker is { OpCode.Code: Code.Call or Code.Callvirt, Operand: MethodReference { HasThis: true } called } &&
        called.Name == name && called.DeclaringType.GetElementType() is { } declaring &&
        declaring.FullName.Replace("`1", "") == type && BaseLibrary.Has(declaring)
            ? taker
            : null;

    /// <summary>Returns the only use of a task, if this use is a call of <c>ConfigureAwait(bool)</c>; otherwise null.</summary>
    private Instruction? OnlyConfiguration(Instruction producer) => Configuration(OnlyUse(producer, 0));

    private static Instruction? Configuration(Instruction? taker) =>
        CallOf(taker, Task, "ConfigureAwait") is { Operand: MethodReference called } configure &&
        called.Parameters[0].ParameterType.MetadataType == MetadataType.Boolean
            ? configure
            : null;

    /// <summary>Returns the only use of a value, if this use is a call of <c>AsyncHelpers.Await</c>; otherwise null.</summary>
    private Instruction? OnlyAwait(Instruction producer) =>
        OnlyUse(producer, 0) is { OpCode.Code: Code.Call, Operand: MethodReference called } call && RuntimeAsync.IsAwait(called) ? call : null;

    private Instruction? OnlyStore(Instruction producer) =>
        OnlyUse(producer, 0) is { } use && VariableAccess.Of(use, _caller) is { Kind: VariableAccessKind.Store, Variable.IsParameter: false } ? use : null;

    /// <summary>Returns the only use of a value, if this use takes the value as the argument with the given index; otherwise null.</summary>
    private Instruction? OnlyUse(Instruction producer, int argument) =>
        stack.OnlyUseOf(producer) is { } use && use.Argument == argument ? use.Consumer : null;

    private static Instruction? Next(Instruction instruction)
    {
        var next = instruction.Next;
        while (next?.OpCode.Code == Code.Nop)
        {
            next = next.Next;
        }

        return next;
    }
}
