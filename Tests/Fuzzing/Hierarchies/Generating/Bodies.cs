using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>A call that a method can make.</summary>
/// <param name="Receiver">The receiver of the call.</param>
/// <param name="Slot">The called method.</param>
/// <param name="Returns">The return type.</param>
internal sealed record Callable(string Receiver, Slot Slot, string Returns);

/// <summary>Draws the bodies of async methods and forwarders.</summary>
internal sealed class Bodies(Draw draw)
{
    private int _methods;

    /// <summary>Returns the text of a method, with its body.</summary>
    /// <param name="modifiers">The method's modifiers, followed by a space.</param>
    /// <param name="declaration">The method's return type, name and parameters.</param>
    /// <param name="owner">The type that declares the method.</param>
    /// <param name="slot">The name and the parameters of the method.</param>
    /// <param name="returns">The return type.</param>
    /// <param name="callables">
    /// The calls that the method can make. A forwarder (which returns another call's task) calls the same method of its base class or of another object, or a
    /// method of a later family (see <see cref="Family.All"/>) on its own object.
    /// </param>
    public string Method(string modifiers, string declaration, string owner, Slot slot, string returns, IReadOnlyList<Callable> callables)
    {
        var name = $"{owner}.{slot.Family.Name} #{++_methods}";
        return draw.OneIn(3) && Forwarder(name, slot, returns, callables) is { } forwarder
            ? $"{modifiers}{declaration} {forwarder}"
            : $"{modifiers}async {declaration} {Async(name, slot, returns, callables)}";
    }

    /// <summary>Returns statements that await one or two drawn calls.</summary>
    public IEnumerable<string> Awaiting(IReadOnlyList<Callable> callables)
    {
        var (one, returns) = CallOf(draw.From(callables), value: null);
        var (other, returnsOther) = CallOf(draw.From(callables), value: null);
        return draw.Below(9) switch
        {
            0 => [$"try {{ {Awaited(one, returns)} }} catch (StageException e) {{ Log(e); }}"],
            1 => [$"for (var i = 0; i < 2; i++) {{ {Awaited(one, returns)} }}"],
            2 => [$"var kept = {one};", "await Pause();", Awaited("kept", returns)],
            3 => [$"var kept = {one};", $"var other = {other};", Awaited("kept", returns), Awaited("other", returnsOther)],
            4 when returns.StartsWith("Task") => [$"var kept = {one};", "if (kept.IsCompletedSuccessfully) Log(\"at once\");", Awaited("kept", returns)],
            5 => [Awaited($"{one}.ConfigureAwait(false)", returns)],
            6 when returns == returnsOther => [Awaited($"(Turn() ? {one} : {other})", returns)],
            7 => [$"if (Turn()) {{ {Awaited(one, returns)} }} else {{ {Awaited(other, returnsOther)} }}"],
            _ => [Awaited(one, returns)],
        };
    }

    private string Async(string name, Slot slot, string returns, IReadOnlyList<Callable> callables)
    {
        List<string> code = [Entering(name, slot)];
        if (!draw.OneIn(6))
        {
            code.Add(draw.OneIn(3) ? "if (Turn()) await Pause();" : "await Pause();");
        }

        for (var i = draw.Below(3); i > 0 && callables.Count > 0; i--)
        {
            code.Add($"{{ {string.Join(" ", Awaiting(callables))} }}");
        }

        if (draw.OneIn(8))
        {
            code.Add($"if (Turn()) throw new StageException(\"#{_methods}\");");
        }

        var result = ResultOf(returns);
        if (result != "")
        {
            var same = callables.Select(callable => CallOf(callable, ValueFor(callable, slot))).Where(call => ResultOf(call.Returns) == result).ToList();
            code.Add(
                same.Count > 0 && draw.OneIn(3) ? $"return await {draw.From(same).Call};"
                : result == "int" ? $"return {_methods};"
                : slot.Takes == result ? "return value;"
                : $"return Some<{result}>();");
        }

        return $"{{ {string.Join(" ", code)} }}";
    }

    private string? Forwarder(string name, Slot slot, string returns, IReadOnlyList<Callable> callables)
    {
        var ways = callables.Where(callable => callable.Receiver.StartsWith("base") || callable.Receiver.Contains("Inner") ? callable.Slot.Family == slot.Family : callable.Slot.Family.Order > slot.Family.Order)
            .Select(callable => CallOf(callable, ValueFor(callable, slot)))
            .Select(call => Converted(call.Call, call.Returns, returns)).OfType<string>().ToList();
        if (returns == "Task<int>")
        {
            ways.Add($"Task.FromResult({_methods})");
        }

        if (ways.Count == 0)
        {
            return null;
        }

        var way = draw.From(ways);
        return draw.Below(4) switch
        {
            0 => $"=> {way};",
            1 => $"{{ {Entering(name, slot)} if (Turn()) return {way}; return {draw.From(ways)}; }}",
            2 when returns.StartsWith("Task") => $"=> Turn() ? {way} : {draw.From(ways)};",
            _ => $"{{ {Entering(name, slot)} return {way}; }}",
        };
    }

    private static string? Converted(string call, string from, string to) =>
        from == to ? call
        : to == "Task" && from.StartsWith("Task") ? call
        : from.StartsWith("Value") && (from["Value".Length..] == to || to == "Task") ? $"{call}.AsTask()"
        : null;

    private (string Call, string Returns) CallOf(Callable callable, string? value)
    {
        var own = draw.Of("int", "string", "Cat");
        return (callable.Slot.Call(callable.Receiver, own, value), Slot.ReturnedBy(callable.Returns, own));
    }

    /// <summary>Returns the name of the method's parameter if the parameter can be passed to the callable. Otherwise returns null.</summary>
    private static string? ValueFor(Callable callable, Slot slot) => slot.Takes != "" && !slot.Family.IsGeneric && callable.Slot.Takes == slot.Takes ? "value" : null;

    private static string Entering(string name, Slot slot) => $"Enter(\"{name}\"{(slot.Takes == "" ? "" : ", value")});";

    private static string Awaited(string call, string returns) => ResultOf(returns) == "" ? $"await {call}; Log(\"awaited\");" : $"Log(await {call});";

    private static string ResultOf(string returns) => returns.Contains('<') ? returns[(returns.IndexOf('<') + 1)..^1] : "";
}
