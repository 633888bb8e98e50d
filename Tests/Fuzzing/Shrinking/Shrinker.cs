using System.Diagnostics;
using Mono.Cecil;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Shrinking;

/// <summary>Shrinks a failing program, as long as the smaller program still fails in the same way.</summary>
internal static class Shrinker
{
    private const int BatchSize = 60;

    /// <param name="program">The failing program.</param>
    /// <param name="failure">The program's failure.</param>
    /// <param name="patience">The time after which to stop and return the smallest program so far.</param>
    /// <param name="fault">A function that damages the woven module; null for no damage.</param>
    public static (FuzzProgram Program, Failure Failure) Shrink(
        FuzzProgram program, Failure failure, TimeSpan patience, Action<ModuleDefinition>? fault = null)
    {
        var clock = Stopwatch.StartNew();
        var tried = new HashSet<string>();
        while (clock.Elapsed < patience && Step() is { } smaller)
        {
            (program, failure) = smaller;
        }

        return (program, failure);

        (FuzzProgram Program, Failure Failure)? Step()
        {
            var untried = Candidates.Of(program.Members)
                .Select(candidate => (Candidate: candidate, Tree: candidate.Apply(program.Members)))
                .Where(c => tried.Add(c.Tree.ToString()));
            foreach (var batch in untried.Chunk(BatchSize))
            {
                var failing = Failing([.. batch.Select(c => c.Tree)]).Select(f => (batch[f.Index].Candidate, Smaller: f.Result)).ToList();
                if (failing.Count > 1)
                {
                    var together = failing.Select(f => f.Candidate).Aggregate((first, second) => first.And(second)).Apply(program.Members);
                    if (Failing([together]) is [var (_, all)])
                    {
                        return all;
                    }
                }

                if (failing.Count > 0)
                {
                    return failing.MinBy(f => f.Smaller.Program.Members.Size).Smaller;
                }

                if (clock.Elapsed > patience)
                {
                    break;
                }
            }

            return null;
        }

        IReadOnlyList<(int Index, (FuzzProgram Program, Failure Failure) Result)> Failing(IReadOnlyList<Piece> trees)
        {
            var programs = trees.Select(tree => program with { Members = tree }).ToList();
            return
            [
                .. Batch.Run(programs, fault).Verdicts
                    .Select((verdict, index) => (index, (programs[index], verdict.Failure!)))
                    .Where(result => result.Item2.Item2?.Kind == failure.Kind),
            ];
        }
    }
}
