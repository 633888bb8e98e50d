using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;
using Tests.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>
/// Shows how the weaver treats code that a compiler or another add-in left unsound. The weaver weaves such code like any other code. The check must still find
/// what the weave itself breaks.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class FoundBeforeTests
{
    [Test]
    public void What_was_found_before_the_weave_changes_nothing()
    {
        // Makes the state field init-only. The code of the state machine is then unsound: it writes the field, but only a constructor may do so.
        List<MethodDefinition> added = [];
        var (woven, report) = BrokenWeave.Weave(modules => added.AddRange(modules.All.Single().Report.Before!.Added), prepare: module => module.GetType("C/<FirstAsync>d__0").Fields.Single(field => field.Name == "<>1__state").IsInitOnly = true);
        Assert.That(WeaverCheck.Of(woven.Result).Findings.Select(finding => finding.Kind), Does.Contain(FindingKind.InitOnly));
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.FirstAsync(int)"));
        Assert.That(added, Is.Not.Empty);
        Assert.That(report.Before!.Added, Is.EqualTo(added), "woven twice");
        Assert.That(Without(woven, "C/<FirstAsync>d__0"), Is.EqualTo(Without(BrokenWeave.Weave(_ => { }).Woven, "C/<FirstAsync>d__0")));

        static IEnumerable<string> Without(Woven woven, string type)
        {
            using var module = woven.Result.Read();
            return [.. module.GetTypes().Where(one => one.FullName != type).SelectMany(one => one.Methods).Where(method => method.HasBody)
                .SelectMany(method => method.Body.Instructions.Select(instruction => $"{method.FullName} {instruction}"))];
        }
    }

    /// <summary>
    /// Before the weave, unreachable code takes a value from an empty stack. In the first case this code is in SecondAsync, and in the second case it is in
    /// FirstAsync. The weave then breaks FirstAsync in the same way.
    /// </summary>
    [TestCase("C", "SecondAsync")]
    [TestCase("C/<FirstAsync>d__0", "MoveNext")]
    public void What_was_found_before_in_one_place_passes_in_no_other(string type, string unsound)
    {
        var (woven, report) = BrokenWeave.Weave(
            BrokenWeave.BreakFirst,
            prepare: module =>
            {
                var code = module.GetType(type).Methods.Single(method => method.Name == unsound).Body.Instructions;
                code.Add(Instruction.Create(OpCodes.Pop));
                code.Add(Instruction.Create(OpCodes.Ldnull));
                code.Add(Instruction.Create(OpCodes.Throw));
            });
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: C.FirstAsync(int) stays").And.Contain("nothing for pop to take"));
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    [Test]
    public void A_body_that_was_not_sound_before_is_woven_as_it_would_be()
    {
        // Adds an unsound handler: control falls into the handler and out of it.
        var (woven, report) = BrokenWeave.Weave(_ => { }, prepare: module =>
        {
            var body = module.GetType("C").Methods.Single(method => method.Name == "SecondAsync").Body;
            for (var i = 0; i < 3; i++)
            {
                body.Instructions.Insert(0, Instruction.Create(OpCodes.Nop));
            }

            body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Fault)
            {
                TryStart = body.Instructions[0], TryEnd = body.Instructions[1], HandlerStart = body.Instructions[1], HandlerEnd = body.Instructions[2],
            });
        });
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
    }
}
